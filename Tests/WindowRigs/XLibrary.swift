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

/// A connection to an X server, and what can be seen there.
final class XDisplay {
  typealias Image = OpaquePointer
  private typealias GetImage =
    @convention(c) (OpaquePointer, UInt, CInt, CInt, UInt32, UInt32, UInt, CInt) -> Image?

  let x11: XLibrary
  let pointer: OpaquePointer
  /// X's name of the window that is the whole screen.
  let root: UInt
  private let close: @convention(c) (OpaquePointer) -> CInt
  private let getImage: GetImage
  private let getPixel: @convention(c) (Image, CInt, CInt) -> UInt
  private let destroyImage: @convention(c) (Image) -> CInt

  /// Connects to the server of this name, as in ":1".
  init(_ name: String) throws(RigProblem) {
    x11 = try XLibrary("libX11.so.6", package: "libx11-6")
    let open: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer? =
      try x11.function("XOpenDisplay")
    let rootWindow: @convention(c) (OpaquePointer) -> UInt = try x11.function("XDefaultRootWindow")
    close = try x11.function("XCloseDisplay")
    getImage = try x11.function("XGetImage")
    getPixel = try x11.function("XGetPixel")
    destroyImage = try x11.function("XDestroyImage")
    guard let opened = open(name) else {
      throw RigProblem("the X server \(name) does not answer")
    }
    (pointer, root) = (opened, rootWindow(opened))
  }

  deinit { _ = close(pointer) }

  /// A pixel of the screen; nil where there is none.
  func pixel(x: Int32, y: Int32) -> UInt? {
    let (allPlanes, asPixels): (UInt, CInt) = (.max, 2)
    guard let image = getImage(pointer, root, x, y, 1, 1, allPlanes, asPixels) else { return nil }
    defer { _ = destroyImage(image) }
    return getPixel(image, 0, 0)
  }
}
