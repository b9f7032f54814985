// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc

/// Keys and pixels of an X server, as somebody at the screen would use them.
///
/// Xlib and its test extension are looked up when they are needed: nothing here links them, and the
/// error says which package brings them. xdotool needs the same two libraries.
package final class XConnection {
  private typealias Display = OpaquePointer
  private typealias Image = OpaquePointer
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> Display?
  private typealias OfDisplay = @convention(c) (Display) -> CInt
  private typealias Root = @convention(c) (Display) -> UInt
  private typealias Keycode = @convention(c) (Display, UInt) -> UInt8
  private typealias FakeKey = @convention(c) (Display, UInt32, CInt, UInt) -> CInt
  private typealias OfWindow = @convention(c) (Display, UInt) -> CInt
  private typealias GetImage =
    @convention(c) (Display, UInt, CInt, CInt, UInt32, UInt32, UInt, CInt) -> Image?
  private typealias GetPixel = @convention(c) (Image, CInt, CInt) -> UInt
  private typealias DestroyImage = @convention(c) (Image) -> CInt
  private typealias QueryTree =
    @convention(c) (
      Display, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>, UnsafeMutablePointer<UInt32>
    ) -> CInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> CInt

  private let display: Display
  private let root: UInt
  private let space: UInt8
  private let close: OfDisplay
  private let flush: OfDisplay
  private let fakeKey: FakeKey
  private let unmap: OfWindow
  private let queryTree: QueryTree
  private let free: Free
  private let getImage: GetImage
  private let getPixel: GetPixel
  private let destroyImage: DestroyImage

  /// Connects to the server of this name, as in ":1".
  package init(_ name: String) throws(RigProblem) {
    let x11 = try Self.library("libX11.so.6", package: "libx11-6")
    let test = try Self.library("libXtst.so.6", package: "libxtst6")
    let open: Open = try Self.function("XOpenDisplay", x11)
    let rootWindow: Root = try Self.function("XDefaultRootWindow", x11)
    let keycode: Keycode = try Self.function("XKeysymToKeycode", x11)
    close = try Self.function("XCloseDisplay", x11)
    flush = try Self.function("XFlush", x11)
    fakeKey = try Self.function("XTestFakeKeyEvent", test)
    unmap = try Self.function("XUnmapWindow", x11)
    queryTree = try Self.function("XQueryTree", x11)
    free = try Self.function("XFree", x11)
    getImage = try Self.function("XGetImage", x11)
    getPixel = try Self.function("XGetPixel", x11)
    destroyImage = try Self.function("XDestroyImage", x11)
    guard let display = open(name) else {
      throw RigProblem("the X server \(name) does not answer")
    }
    self.display = display
    root = rootWindow(display)
    space = keycode(display, 0x20)
  }

  deinit { _ = close(display) }

  /// Presses the space key, or lets it go.
  package func space(isDown: Bool) {
    _ = fakeKey(display, UInt32(space), isDown ? 1 : 0, 0)
    _ = flush(display)
  }

  /// The pixel in the middle of the screen, where SDL puts its windows; nil where there is none.
  package func middlePixel() -> UInt? {
    let allPlanes = UInt.max
    let asPixels: CInt = 2
    guard let image = getImage(display, root, 640, 400, 1, 1, allPlanes, asPixels) else {
      return nil
    }
    defer { _ = destroyImage(image) }
    return getPixel(image, 0, 0)
  }

  /// Takes all windows off the screen.
  package func hideWindows() {
    var ignored: (UInt, UInt) = (0, 0)
    var windows: UnsafeMutablePointer<UInt>?
    var count: UInt32 = 0
    guard queryTree(display, root, &ignored.0, &ignored.1, &windows, &count) != 0, let windows
    else { return }
    for index in 0..<Int(count) { _ = unmap(display, windows[index]) }
    _ = free(windows)
    _ = flush(display)
  }

  private static func library(
    _ name: String, package: String
  ) throws(RigProblem) -> UnsafeMutableRawPointer {
    guard let library = dlopen(name, RTLD_NOW) else {
      throw RigProblem(
        "\(name) is missing; install it: sudo apt-get install \(package)")
    }
    return library
  }

  private static func function<F>(
    _ name: String, _ library: UnsafeMutableRawPointer
  ) throws(RigProblem) -> F {
    guard let symbol = dlsym(library, name) else {
      throw RigProblem("the X libraries have no function \(name)")
    }
    return unsafeBitCast(symbol, to: F.self)
  }
}
