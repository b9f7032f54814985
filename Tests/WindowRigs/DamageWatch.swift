// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc

/// Sees each new picture on an X server when it is there, whichever program drew it.
///
/// The X extension Damage says when something was drawn; one pixel, which the program colors anew in
/// each picture, tells the pictures apart. Xlib and the extension's library are looked up when they
/// are needed, as in ``XConnection``.
package final class DamageWatch {
  /// One picture.
  package struct Picture: Equatable, Sendable {
    /// Nanoseconds of the monotonic clock at which it was seen.
    package let time: Int64
    /// The pixel's color.
    package let color: UInt32

    package init(time: Int64, color: UInt32) { (self.time, self.color) = (time, color) }
  }

  private typealias Display = OpaquePointer
  private typealias Image = OpaquePointer
  private typealias NextEvent = @convention(c) (Display, UnsafeMutableRawPointer) -> CInt
  private typealias Subtract = @convention(c) (Display, UInt, UInt, UInt) -> Void
  private typealias GetImage =
    @convention(c) (Display, UInt, CInt, CInt, UInt32, UInt32, UInt, CInt) -> Image?
  private typealias GetPixel = @convention(c) (Image, CInt, CInt) -> UInt
  private typealias OfImage = @convention(c) (Image) -> CInt
  private typealias OfDisplay = @convention(c) (Display) -> CInt

  private let display: Display
  private let root: UInt
  private let damage: UInt
  private let pending: OfDisplay
  private let connectionNumber: OfDisplay
  private let close: OfDisplay
  private let nextEvent: NextEvent
  private let subtract: Subtract
  private let getImage: GetImage
  private let getPixel: GetPixel
  private let destroyImage: OfImage

  /// Watches the server of this name, as in ":1".
  package init(_ name: String) throws(RigProblem) {
    let x11 = try XLibrary("libX11.so.6", package: "libx11-6")
    let extensionLibrary = try XLibrary("libXdamage.so.1", package: "libxdamage1")
    let open: @convention(c) (UnsafePointer<CChar>?) -> Display? = try x11.function("XOpenDisplay")
    let rootWindow: @convention(c) (Display) -> UInt = try x11.function("XDefaultRootWindow")
    let query:
      @convention(c) (Display, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>) -> CInt =
        try extensionLibrary.function("XDamageQueryExtension")
    let create: @convention(c) (Display, UInt, CInt) -> UInt =
      try extensionLibrary.function("XDamageCreate")
    subtract = try extensionLibrary.function("XDamageSubtract")
    pending = try x11.function("XPending")
    connectionNumber = try x11.function("XConnectionNumber")
    close = try x11.function("XCloseDisplay")
    nextEvent = try x11.function("XNextEvent")
    getImage = try x11.function("XGetImage")
    getPixel = try x11.function("XGetPixel")
    destroyImage = try x11.function("XDestroyImage")
    guard let display = open(name) else {
      throw RigProblem("the X server \(name) does not answer")
    }
    var ignored: (CInt, CInt) = (0, 0)
    guard query(display, &ignored.0, &ignored.1) != 0 else {
      _ = close(display)
      throw RigProblem("the X server \(name) has no Damage extension")
    }
    self.display = display
    root = rootWindow(display)
    let whenNotEmpty: CInt = 3
    damage = create(display, root, whenNotEmpty)
  }

  deinit { _ = close(display) }

  /// The next pictures: as many as `count`, or those of `seconds`.
  /// - Parameters:
  ///   - x: Pixels from the screen's left to the pixel that differs in each picture.
  ///   - y: Pixels from its top.
  package func pictures(_ count: Int, seconds: Double, x: Int32, y: Int32) -> [Picture] {
    let clock = SystemClock()
    let end = clock.now() + Int64(seconds * 1e9)
    var pictures: [Picture] = []
    pictures.reserveCapacity(count)
    var last = color(x: x, y: y)
    while pictures.count < count, clock.now() < end {
      guard waitForEvent() else { continue }
      let time = clock.now()
      subtract(display, damage, 0, 0)
      let seen = color(x: x, y: y)
      if let seen, seen != last { pictures.append(Picture(time: time, color: seen)) }
      last = seen
    }
    return pictures
  }

  /// Waits a tenth of a second at most; takes all events that are there.
  private func waitForEvent() -> Bool {
    if pending(display) == 0 {
      var request = pollfd(fd: connectionNumber(display), events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) > 0, pending(display) > 0 else { return false }
    }
    // An XEvent is 24 longs.
    withUnsafeTemporaryAllocation(byteCount: 192, alignment: 8) { event in
      while pending(display) > 0 { _ = nextEvent(display, event.baseAddress!) }
    }
    return true
  }

  private func color(x: Int32, y: Int32) -> UInt32? {
    let (allPlanes, asPixels): (UInt, CInt) = (.max, 2)
    guard let image = getImage(display, root, x, y, 1, 1, allPlanes, asPixels) else { return nil }
    defer { _ = destroyImage(image) }
    return UInt32(truncatingIfNeeded: getPixel(image, 0, 0) & 0xFFFFFF)
  }
}
