// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether the tests that take long run too, as with `Tests/run --all` and `Tests/run NAME`.
package let runsAllTests = getenv("DYNAMIC_REPEAT_ALL_TESTS") != nil
