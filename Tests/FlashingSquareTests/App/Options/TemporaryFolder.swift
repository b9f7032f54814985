// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// The temporary folder of WindowRigs, for test files that use nothing else from that module.
typealias TemporaryFolder = WindowRigs.TemporaryFolder
