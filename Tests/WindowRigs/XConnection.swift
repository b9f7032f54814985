// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Keys and pixels of an X server, as somebody at the screen would use them.
///
/// Xlib and its test extension are looked up when they are needed: nothing here links them, and the
/// error says which package brings them. xdotool needs the same two libraries.
package final class XConnection {
  private typealias QueryTree =
    @convention(c) (
      OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>, UnsafeMutablePointer<UInt32>
    ) -> CInt

  private let display: XDisplay
  private let space: UInt8
  private let flush: @convention(c) (OpaquePointer) -> CInt
  private let fakeKey: @convention(c) (OpaquePointer, UInt32, CInt, UInt) -> CInt
  private let unmap: @convention(c) (OpaquePointer, UInt) -> CInt
  private let queryTree: QueryTree
  private let free: @convention(c) (UnsafeMutableRawPointer) -> CInt

  /// Connects to the server of this name, as in ":1".
  package init(_ name: String) throws(RigProblem) {
    display = try XDisplay(name)
    let test = try XLibrary("libXtst.so.6", package: "libxtst6")
    let keycode: @convention(c) (OpaquePointer, UInt) -> UInt8 =
      try display.x11.function("XKeysymToKeycode")
    flush = try display.x11.function("XFlush")
    fakeKey = try test.function("XTestFakeKeyEvent")
    unmap = try display.x11.function("XUnmapWindow")
    queryTree = try display.x11.function("XQueryTree")
    free = try display.x11.function("XFree")
    space = keycode(display.pointer, 0x20)
  }

  /// Presses the space key, or lets it go.
  package func space(isDown: Bool) {
    _ = fakeKey(display.pointer, UInt32(space), isDown ? 1 : 0, 0)
    _ = flush(display.pointer)
  }

  /// A pixel of the screen; by default in its middle, where SDL puts its windows; nil where there is
  /// none.
  package func pixel(x: Int32 = 640, y: Int32 = 400) -> UInt? { display.pixel(x: x, y: y) }

  /// Takes all windows off the screen.
  package func hideWindows() {
    var ignored: (UInt, UInt) = (0, 0)
    var windows: UnsafeMutablePointer<UInt>?
    var count: UInt32 = 0
    guard queryTree(display.pointer, display.root, &ignored.0, &ignored.1, &windows, &count) != 0,
      let windows
    else { return }
    for index in 0..<Int(count) { _ = unmap(display.pointer, windows[index]) }
    _ = free(windows)
    _ = flush(display.pointer)
  }
}
