// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// The folder of the rigs, for the files that need nothing else of them.
typealias TemporaryFolder = WindowRigs.TemporaryFolder
