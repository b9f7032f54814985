// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Glibc
import TestSupport
import Testing

@testable import SDLDriver

/// The keyboard and the mouse of an X server, controlled by its XTEST extension.
final class XTest {
  /// The signature of requests; a function with fewer than four integers ignores the others.
  private typealias Request = @convention(c) (OpaquePointer, Int, Int, Int, Int) -> CInt
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?

  private let display: OpaquePointer

  init(_ name: String) throws {
    display = try #require(Self.function("XOpenDisplay", as: Open.self)(name))
  }

  private static func function<F>(_ name: String, as type: F.Type) -> F {
    let library = dlopen(name.hasPrefix("XTest") ? "libXtst.so.6" : "libX11.so.6", RTLD_NOW)
    return unsafeBitCast(dlsym(library, name), to: F.self)
  }

  private func request(_ name: String, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0) {
    _ = Self.function(name, as: Request.self)(display, a, b, c, d)
  }

  /// - Parameter code: The X keycode: 8 more than Linux's.
  func key(_ code: Int, isDown: Bool) { request("XTestFakeKeyEvent", code, isDown ? 1 : 0) }

  func button(_ number: Int, isDown: Bool) {
    request("XTestFakeButtonEvent", number, isDown ? 1 : 0)
  }

  func move(_ x: Int, _ y: Int) { request("XTestFakeMotionEvent", -1, x, y) }

  /// Focuses a window; with nil, no window has the focus, and key presses are lost.
  func focus(_ window: UInt?) { request("XSetInputFocus", Int(window ?? 0)) }

  func show(_ window: UInt, _ isShown: Bool) {
    request(isShown ? "XMapWindow" : "XUnmapWindow", Int(window))
  }

  /// Chooses one of the server's layouts, for the core keyboard, 0x100.
  func layout(_ index: Int) { request("XkbLockGroup", 0x100, index) }

  /// Waits until the server has processed all requests.
  func settle() { request("XSync") }
}

/// Random presses, releases, layouts, focus changes and hiding in two windows.
///
/// After each sequence the driver's held keys and buttons are compared with SDL's own state
/// functions.
struct InputSequences: ~Copyable {
  private var random: SeededRandom
  private let test: XTest
  private var left: Window
  private var right: Window
  private var down: Set<Int> = []
  private var buttons: Set<Int> = []
  private var joystick: (device: Int32, handle: OpaquePointer?) = (-1, nil)
  /// Whether a button may have been released without SDL's knowledge.
  private var hasLostButtons = false

  /// The codes of Q, W, 1, the key pad's 1, Return, Enter, Escape, the left shift key and M.
  private static let codes = [24, 25, 10, 87, 36, 104, 9, 50, 58]

  init(_ session: borrowing Session, _ server: String, seed: UInt64) throws {
    let test = try XTest(server)
    var options = WindowOptions(title: "first")
    (options.width, options.height) = (200, 200)
    let left = try Window(session, options)
    options.title = "second"
    let right = try Window(session, options)
    SDL_SetWindowPosition(left.handle.window, 0, 0)
    SDL_SetWindowPosition(right.handle.window, 300, 0)
    random = SeededRandom(seed: seed)
    self.test = test
    self.left = left
    self.right = right
  }

  /// - Returns: The difference after the first sequence that has a difference; `nil` if no sequence
  ///   has one.
  mutating func run(_ count: Int) -> String? {
    for number in 0..<count {
      for _ in 0...random.below(6) { act() }
      test.settle()
      if let wrong = compare() { return "sequence \(number): \(wrong)" }
    }
    return nil
  }

  private mutating func act() {
    switch random.below(24) {
    case 0..<10:
      let code = Self.codes[random.below(Self.codes.count)]
      let isDown = down.insert(code).inserted
      if !isDown { down.remove(code) }
      test.key(code, isDown: isDown)
    case 10..<14:
      let number = random.below(3) + 1
      let isDown = buttons.insert(number).inserted
      if !isDown { buttons.remove(number) }
      test.button(number, isDown: isDown)
    case 14..<16: test.move(random.below(600), random.below(300))
    case 16..<18:
      let choice = random.below(3)
      hasLostButtons = true
      test.focus(choice == 0 ? nil : xWindow(choice == 1))
    case 18:
      let isFirst = random.below(2) == 0
      hasLostButtons = true
      test.show(xWindow(isFirst), random.below(2) == 0)
    case 19: test.layout(random.below(3))
    default: control()
    }
  }

  /// Connects, disconnects or uses a virtual controller.
  private mutating func control() {
    guard let handle = joystick.handle else {
      joystick.device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
      joystick.handle = SDL_JoystickOpen(joystick.device)
      return
    }
    if random.below(20) == 0 {
      SDL_JoystickClose(handle)
      SDL_JoystickDetachVirtual(joystick.device)
      joystick = (-1, nil)
      return
    }
    // Excludes the guide button, 5, because SDL reports its release a quarter of a second late.
    let number = Int32(random.below(5))
    SDL_JoystickSetVirtualButton(handle, number, UInt8(random.below(2)))
    SDL_JoystickSetVirtualAxis(handle, number, Int16(random.below(65_536) - 32_768))
  }

  private func xWindow(_ isFirst: Bool) -> UInt {
    dr_sdl_handles_of(isFirst ? left.handle.window : right.handle.window).x_window
  }

  private mutating func compare() -> String? {
    var second = Input()
    // The windows take their events one after the other; which is first is random. SDL's state of
    // the controllers is compared with the state in the second window.
    let isLeftLast = random.below(2) == 0
    if isLeftLast { second = WithSDL.takeInput(&right) }
    let first = WithSDL.takeInput(&left)
    if !isLeftLast { second = WithSDL.takeInput(&right) }
    let wrong =
      Self.compareKeys(left, first.state) ?? Self.compareKeys(right, second.state)
      ?? Self.compareControllers(isLeftLast ? first.state : second.state)
    return wrong ?? compareButtons(first.state, second.state)
  }

  private static func compareKeys(_ window: borrowing Window, _ state: InputState) -> String? {
    var count: CInt = 0
    guard let states = SDL_GetKeyboardState(&count) else { return "no state" }
    let hasKeyboard = SDL_GetKeyboardFocus() == window.handle.window
    let pressed = Set((0..<Int(count)).filter { hasKeyboard && states[$0] != 0 }.map { Int64($0) })
    let held = window.pump.held
    if Set(held.keys) != pressed { return "keys at \(held.keys.sorted()), not \(pressed.sorted())" }
    let keys = Set(Key.allCases.filter { state.isHeld($0) })
    if keys != Set(held.values) { return "\(keys), not \(held)" }
    return nil
  }

  private mutating func compareButtons(_ first: InputState, _ second: InputState) -> String? {
    let mask = SDL_GetMouseState(nil, nil)
    if mask == 0 { hasLostButtons = false }
    for button in MouseButton.allCases {
      let isHeld = first.isHeld(mouse: button) || second.isHeld(mouse: button)
      let isDown = mask & 1 << UInt32(button.rawValue) != 0
      if isHeld != isDown, isHeld || !hasLostButtons { return "\(button) is held: \(isHeld)" }
    }
    return nil
  }

  private static func compareControllers(_ state: InputState) -> String? {
    for known in state.controllers {
      let controller = SDL_GameControllerFromInstanceID(Int32(known.identifier))
      for button in ControllerButton.allCases {
        let code = SDL_GameControllerButton(Int32(button.rawValue))
        let isDown = SDL_GameControllerGetButton(controller, code) != 0
        if known.isHeld(button) != isDown { return "\(button), not \(isDown)" }
      }
      for axis in ControllerAxis.allCases {
        let code = SDL_GameControllerAxis(Int32(axis.rawValue))
        let value = max(Float(SDL_GameControllerGetAxis(controller, code)) / 32_767, -1)
        if known.value(axis) != value { return "\(axis) \(known.value(axis)), not \(value)" }
      }
    }
    return nil
  }
}
