// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import WindowRigs

/// The screen of an X server, to read its pixels, and the keyboard, to press a key.
///
/// Xlib and two extensions are loaded when they are needed; the benchmark does not link to them.
final class XConnection {
  /// One picture.
  struct Picture: Equatable, Sendable {
    /// The time at which the picture was seen, in nanoseconds of the monotonic clock.
    let time: Int64
    /// The watched pixel's color.
    let color: UInt32

    init(time: Int64, color: UInt32) { (self.time, self.color) = (time, color) }
  }

  private typealias Display = OpaquePointer

  private let x11: XLibrary
  private let test: XLibrary
  private let damage: XLibrary
  private let display: Display
  /// The X identifier of the root window, which is the whole screen.
  private let root: UInt

  /// Connects to the server with this name, such as ":1".
  init(_ name: String) throws(RigProblem) {
    x11 = try XLibrary("libX11.so.6", package: "libx11-6")
    test = try XLibrary("libXtst.so.6", package: "libxtst6")
    damage = try XLibrary("libXdamage.so.1", package: "libxdamage1")
    let open: @convention(c) (UnsafePointer<CChar>?) -> Display? = x11.function("XOpenDisplay")
    guard let display = open(name) else {
      throw RigProblem("the X server \(name) does not answer")
    }
    let rootWindow: @convention(c) (Display) -> UInt = x11.function("XDefaultRootWindow")
    (self.display, root) = (display, rootWindow(display))
  }

  deinit {
    let close: @convention(c) (Display) -> CInt = x11.function("XCloseDisplay")
    _ = close(display)
  }

  /// Presses the space key, or releases it.
  func space(isDown: Bool) {
    let keycode: @convention(c) (Display, UInt) -> UInt8 = x11.function("XKeysymToKeycode")
    let fakeKey: @convention(c) (Display, UInt32, CInt, UInt) -> CInt =
      test.function("XTestFakeKeyEvent")
    let flush: @convention(c) (Display) -> CInt = x11.function("XFlush")
    _ = fakeKey(display, UInt32(keycode(display, 0x20)), isDown ? 1 : 0, 0)
    _ = flush(display)
  }

  /// A pixel of the screen; `nil` for a point outside the screen.
  func pixel(x: Int32, y: Int32) -> UInt? {
    let getImage:
      @convention(c) (Display, UInt, CInt, CInt, UInt32, UInt32, UInt, CInt) -> OpaquePointer? =
        x11.function("XGetImage")
    let getPixel: @convention(c) (OpaquePointer, CInt, CInt) -> UInt = x11.function("XGetPixel")
    let destroy: @convention(c) (OpaquePointer) -> CInt = x11.function("XDestroyImage")
    let (allPlanes, asPixels): (UInt, CInt) = (.max, 2)
    guard let image = getImage(display, root, x, y, 1, 1, allPlanes, asPixels) else { return nil }
    defer { _ = destroy(image) }
    return getPixel(image, 0, 0)
  }

  /// The next pictures of any program: `count` pictures, or fewer if `seconds` have passed.
  ///
  /// The Damage extension reports each drawing. The program gives one pixel a new colour in each
  /// picture, so a drawing that keeps this pixel's colour is not a new picture.
  /// - Parameters:
  ///   - x: The pixel's distance from the screen's left edge.
  ///   - y: The pixel's distance from the top.
  func pictures(_ count: Int, seconds: Double, x: Int32, y: Int32) -> [Picture] {
    let query:
      @convention(c) (Display, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>) -> CInt =
        damage.function("XDamageQueryExtension")
    let create: @convention(c) (Display, UInt, CInt) -> UInt = damage.function("XDamageCreate")
    let subtract: @convention(c) (Display, UInt, UInt, UInt) -> Void =
      damage.function("XDamageSubtract")
    let destroy: @convention(c) (Display, UInt) -> Void = damage.function("XDamageDestroy")
    var ignored: (CInt, CInt) = (0, 0)
    // All servers of these tests have the extension.
    precondition(query(display, &ignored.0, &ignored.1) != 0, "the X server has no Damage")
    let whenNotEmpty: CInt = 3
    let watch = create(display, root, whenNotEmpty)
    defer { destroy(display, watch) }
    let clock = SystemClock()
    let end = clock.now() + Int64(seconds * 1e9)
    var pictures: [Picture] = []
    var last = pixel(x: x, y: y)
    while pictures.count < count, clock.now() < end {
      guard waitForEvent() else { continue }
      let time = clock.now()
      subtract(display, watch, 0, 0)
      let seen = pixel(x: x, y: y)
      if let seen, seen != last {
        pictures.append(Picture(time: time, color: UInt32(truncatingIfNeeded: seen & 0xFFFFFF)))
      }
      last = seen
    }
    return pictures
  }

  /// Waits for at most a tenth of a second, and takes all pending events; `false` if there are none.
  private func waitForEvent() -> Bool {
    let pending: @convention(c) (Display) -> CInt = x11.function("XPending")
    let connection: @convention(c) (Display) -> CInt = x11.function("XConnectionNumber")
    let next: @convention(c) (Display, UnsafeMutableRawPointer) -> CInt = x11.function("XNextEvent")
    if pending(display) == 0 {
      var request = pollfd(fd: connection(display), events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) > 0, pending(display) > 0 else { return false }
    }
    // An XEvent is 24 longs.
    withUnsafeTemporaryAllocation(byteCount: 192, alignment: 8) { event in
      while pending(display) > 0 { _ = next(display, event.baseAddress!) }
    }
    return true
  }
}

/// A dynamically loaded X library.
private struct XLibrary {
  private let handle: UnsafeMutableRawPointer

  /// - Throws: An error that names the missing library, and the package that has it.
  init(_ name: String, package: String) throws(RigProblem) {
    guard let handle = dlopen(name, RTLD_NOW) else {
      throw RigProblem("\(name) is missing; install it: sudo apt-get install \(package)")
    }
    self.handle = handle
  }

  /// Looks up a function that every version of the library has.
  func function<F>(_ symbol: String) -> F {
    guard let found = dlsym(handle, symbol) else { preconditionFailure("\(symbol) is missing") }
    return unsafeBitCast(found, to: F.self)
  }
}
