// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LocalizedErrors
import SDLDriver

extension DriverError: LocalizedError {}
