// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Testing

@testable import SDLDriver

/// All tests that start SDL, one after the other, because a process has one SDL.
///
/// The tests draw without a display, so they pass on machines with and without a display.
@Suite(.serialized) enum WithSDL {
  /// Passes a new invisible window of 64 x 48 pixels to `body`.
  /// - Parameter isUnfocused: Whether another window opens after this one. Without a display, SDL
  ///   2.26 gives the keyboard to no window, and SDL 2.32 to the last one.
  static func window(
    isUnfocused: Bool = false, _ body: (inout Window) throws -> Void
  ) throws {
    let session = try Session(.headless)
    var options = WindowOptions(title: "test")
    (options.width, options.height) = (64, 48)
    var window = try Window(session, options)
    let other = isUnfocused ? try Window(session, options) : nil
    try #require(!(isUnfocused && window.handle.hasFocus))
    try body(&window)
    _ = other
  }

  /// The pixels of a new window after `body` has drawn on a background.
  static func drawing(
    on background: RGBA8 = .black, _ body: (inout Renderer) throws -> Void
  ) throws -> PixelImage {
    var image: PixelImage?
    try window { window in
      try window.renderer.clear(background)
      try body(&window.renderer)
      image = try window.renderer.readPixels()
    }
    return try #require(image)
  }

  static func event(
    _ kind: SDL_EventType, _ set: (inout SDL_Event) -> Void = { _ in }
  ) -> SDL_Event {
    var event = SDL_Event()
    event.type = kind.rawValue
    set(&event)
    return event
  }

  /// - Parameter window: The number of the event's window; 0 for none.
  static func event(_ kind: SDL_WindowEventID, for window: UInt32 = 0) -> SDL_Event {
    event(SDL_WINDOWEVENT) {
      ($0.window.event, $0.window.windowID) = (UInt8(kind.rawValue), window)
    }
  }

  static func key(
    _ code: UInt32, at position: SDL_Scancode = SDL_SCANCODE_UNKNOWN, isDown: Bool = true,
    repeats: UInt8 = 0, for window: UInt32 = 0
  ) -> SDL_Event {
    event(isDown ? SDL_KEYDOWN : SDL_KEYUP) {
      $0.key.keysym.sym = Int32(bitPattern: code)
      $0.key.keysym.scancode = position
      ($0.key.repeat, $0.key.windowID) = (repeats, window)
    }
  }

  /// Takes a window's pending events.
  static func takeInput(_ window: inout Window) -> Input {
    var input = Input()
    window.pump.drain(into: &input, &window.renderer)
    return input
  }

  static func push(_ event: SDL_Event) {
    var event = event
    #expect(SDL_PushEvent(&event) == 1)
  }
}

extension PixelImage {
  /// The column and row of each pixel with a colour, row by row.
  func pixels(of color: RGBA8) -> [[Int]] {
    (0..<size.height).flatMap { y in
      (0..<size.width).filter { self[$0, y] == color }.map { [$0, y] }
    }
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
