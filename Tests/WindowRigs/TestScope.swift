// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether to run the long tests too, as `Tests/run --all` and `Tests/run NAME` do.
package let runsAllTests = getenv("DYNAMIC_REPEAT_ALL_TESTS") != nil

/// The folder of Debian 13's SDL 3, which `Tests/run --all` makes by Tests/debian-13; nil without it.
///
/// Its program `run` runs another one with these libraries. One of SDL 2 gets sdl2-compat, which has
/// SDL 2's functions on SDL 3.
package let sdl3Folder = getenv("DYNAMIC_REPEAT_SDL3").map { String(cString: $0) }
