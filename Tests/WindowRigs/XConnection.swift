// SPDX-License-Identifier: Apache-2.0

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
    let x11 = try XLibrary("libX11.so.6", package: "libx11-6")
    let test = try XLibrary("libXtst.so.6", package: "libxtst6")
    let open: Open = try x11.function("XOpenDisplay")
    let rootWindow: Root = try x11.function("XDefaultRootWindow")
    let keycode: Keycode = try x11.function("XKeysymToKeycode")
    close = try x11.function("XCloseDisplay")
    flush = try x11.function("XFlush")
    fakeKey = try test.function("XTestFakeKeyEvent")
    unmap = try x11.function("XUnmapWindow")
    queryTree = try x11.function("XQueryTree")
    free = try x11.function("XFree")
    getImage = try x11.function("XGetImage")
    getPixel = try x11.function("XGetPixel")
    destroyImage = try x11.function("XDestroyImage")
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

  /// A pixel of the screen; by default in its middle, where SDL puts its windows; nil where there is
  /// none.
  package func pixel(x: Int32 = 640, y: Int32 = 400) -> UInt? {
    let allPlanes = UInt.max
    let asPixels: CInt = 2
    guard let image = getImage(display, root, x, y, 1, 1, allPlanes, asPixels) else {
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
}
