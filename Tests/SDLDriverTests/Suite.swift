// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

/// All tests that start SDL, one after the other, because a process has one SDL.
///
/// The tests draw without a display, so they pass on machines with and without a display.
@Suite(.serialized) enum WithSDL {
  /// Passes a new invisible window of `width` x `height` pixels to `body`.
  /// - Parameter isUnfocused: Whether another window opens after this one. Without a display, SDL
  ///   2.26 gives the keyboard to no window, and SDL 2.32 to the last one.
  static func window(
    width: Int = 64, height: Int = 48, controllers: Bool = false, isUnfocused: Bool = false,
    _ body: (inout Window) throws -> Void
  ) throws {
    let session = try Session(.headless, controllers: controllers)
    var options = WindowOptions(title: "test")
    options.width = width
    options.height = height
    var window = try Window(session, options)
    let other = isUnfocused ? try Window(session, options) : nil
    try #require(!(isUnfocused && window.handle.hasFocus))
    try body(&window)
    _ = other
  }
}

extension RGBA8 {
  static let pureRed = RGBA8(red: 255, green: 0, blue: 0)
  static let pureGreen = RGBA8(red: 0, green: 255, blue: 0)
  static let pureBlue = RGBA8(red: 0, green: 0, blue: 255)

  /// The largest difference of two colours in any channel.
  func distance(_ other: RGBA8) -> Int {
    let pairs = [
      (red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha),
    ]
    return pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// The largest error of SDL's software blending, in steps of an 8-bit channel.
let blendTolerance = 2
