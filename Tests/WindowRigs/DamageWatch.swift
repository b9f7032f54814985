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

  private let display: XDisplay
  private let damage: UInt
  private let pending: @convention(c) (OpaquePointer) -> CInt
  private let connectionNumber: @convention(c) (OpaquePointer) -> CInt
  private let nextEvent: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> CInt
  private let subtract: @convention(c) (OpaquePointer, UInt, UInt, UInt) -> Void

  /// Watches the server of this name, as in ":1".
  package init(_ name: String) throws(RigProblem) {
    display = try XDisplay(name)
    let extensionLibrary = try XLibrary("libXdamage.so.1", package: "libxdamage1")
    let query:
      @convention(c) (OpaquePointer, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>) -> CInt =
        try extensionLibrary.function("XDamageQueryExtension")
    let create: @convention(c) (OpaquePointer, UInt, CInt) -> UInt =
      try extensionLibrary.function("XDamageCreate")
    subtract = try extensionLibrary.function("XDamageSubtract")
    pending = try display.x11.function("XPending")
    connectionNumber = try display.x11.function("XConnectionNumber")
    nextEvent = try display.x11.function("XNextEvent")
    var ignored: (CInt, CInt) = (0, 0)
    guard query(display.pointer, &ignored.0, &ignored.1) != 0 else {
      throw RigProblem("the X server \(name) has no Damage extension")
    }
    let whenNotEmpty: CInt = 3
    damage = create(display.pointer, display.root, whenNotEmpty)
  }

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
      subtract(display.pointer, damage, 0, 0)
      let seen = color(x: x, y: y)
      if let seen, seen != last { pictures.append(Picture(time: time, color: seen)) }
      last = seen
    }
    return pictures
  }

  /// Waits a tenth of a second at most; takes all events that are there.
  private func waitForEvent() -> Bool {
    if pending(display.pointer) == 0 {
      var request = pollfd(fd: connectionNumber(display.pointer), events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) > 0, pending(display.pointer) > 0 else { return false }
    }
    // An XEvent is 24 longs.
    withUnsafeTemporaryAllocation(byteCount: 192, alignment: 8) { event in
      while pending(display.pointer) > 0 { _ = nextEvent(display.pointer, event.baseAddress!) }
    }
    return true
  }

  private func color(x: Int32, y: Int32) -> UInt32? {
    display.pixel(x: x, y: y).map { UInt32(truncatingIfNeeded: $0 & 0xFFFFFF) }
  }
}
