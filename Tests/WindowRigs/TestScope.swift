// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether to run the long tests too, as `Tests/run --all` and `Tests/run NAME` do.
package let runsAllTests = getenv("DYNAMIC_REPEAT_ALL_TESTS") != nil
