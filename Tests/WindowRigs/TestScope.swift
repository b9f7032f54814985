// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether to run the long tests too, as `Tests/run --all` and `Tests/run NAME` do.
package let runsAllTests = getenv("DYNAMIC_REPEAT_ALL_TESTS") != nil

/// The folder of Debian 13's SDL 3, made by `Tests/run --all`; nil if there is none.
///
/// The folder's program `run` starts a program with these libraries. A program built with SDL 2
/// then uses sdl2-compat, which implements SDL 2's functions with SDL 3.
package let sdl3Folder = getenv("DYNAMIC_REPEAT_SDL3").map { String(cString: $0) }

/// The commands that run a program of this package on SDL 3; none without SDL 3.
///
/// The first command runs the program built with SDL 2, on sdl2-compat; the second command runs the
/// program that `Tests/run --all` builds with SDL 3.
package func sdl3Commands(_ program: String) -> [[String]] {
  guard let sdl3Folder else { return [] }
  let built = getenv("DYNAMIC_REPEAT_SDL3_PROGRAMS").map { "\(String(cString: $0))/\(program)" }
  return [Child.beside(program), built].compactMap { $0.map { ["\(sdl3Folder)/run", $0] } }
}
