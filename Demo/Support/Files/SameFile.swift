// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether two paths lead to one regular file, also through links.
package func areSameFile(_ first: String, _ second: String) -> Bool {
  var (a, b) = (stat(), stat())
  guard stat(first, &a) == 0, stat(second, &b) == 0 else { return false }
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_mode & S_IFMT == S_IFREG
}
