// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A library of X, looked up when it is needed: nothing here links it.
struct XLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// - Throws: What is missing, and which package brings it.
  init(_ name: String, package: String) throws(RigProblem) {
    guard let handle = dlopen(name, RTLD_NOW) else {
      throw RigProblem("\(name) is missing; install it: sudo apt-get install \(package)")
    }
    (self.handle, self.name) = (handle, name)
  }

  func function<F>(_ symbol: String) throws(RigProblem) -> F {
    guard let found = dlsym(handle, symbol) else {
      throw RigProblem("\(name) has no function \(symbol)")
    }
    return unsafeBitCast(found, to: F.self)
  }
}
