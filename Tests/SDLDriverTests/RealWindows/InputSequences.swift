// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Glibc
import TestSupport
import Testing

@testable import SDLDriver

/// The keyboard and the mouse of an X server, controlled by its XTEST extension.
final class XTest {
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Sync = @convention(c) (OpaquePointer, CInt) -> CInt
  private typealias Fake = @convention(c) (OpaquePointer, UInt32, CInt, UInt) -> CInt
  private typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, UInt) -> CInt
  private typealias Focus = @convention(c) (OpaquePointer, UInt, CInt, UInt) -> CInt
  private typealias Map = @convention(c) (OpaquePointer, UInt) -> CInt
  private typealias Lock = @convention(c) (OpaquePointer, UInt32, UInt32) -> CInt

  private let x11 = dlopen("libX11.so.6", RTLD_NOW)
  private let test = dlopen("libXtst.so.6", RTLD_NOW)
  private let display: OpaquePointer

  init(_ name: String) throws {
    let open: Open = Self.function("XOpenDisplay", x11)
    display = try #require(open(name))
  }

  private static func function<F>(_ name: String, _ library: UnsafeMutableRawPointer?) -> F {
    unsafeBitCast(dlsym(library, name), to: F.self)
  }

  /// - Parameter code: The X keycode: 8 more than Linux's.
  func key(_ code: UInt32, isDown: Bool) {
    let fake: Fake = Self.function("XTestFakeKeyEvent", test)
    _ = fake(display, code, isDown ? 1 : 0, 0)
  }

  func button(_ number: UInt32, isDown: Bool) {
    let fake: Fake = Self.function("XTestFakeButtonEvent", test)
    _ = fake(display, number, isDown ? 1 : 0, 0)
  }

  func move(_ x: Int, _ y: Int) {
    let move: Move = Self.function("XTestFakeMotionEvent", test)
    _ = move(display, -1, CInt(x), CInt(y), 0)
  }

  /// Focuses a window; with nil, no window has the focus, and key presses are lost.
  func focus(_ window: UInt?) {
    let focus: Focus = Self.function("XSetInputFocus", x11)
    let toNone: CInt = 0
    _ = focus(display, window ?? 0, toNone, 0)
  }

  func show(_ window: UInt, _ isShown: Bool) {
    let map: Map = Self.function(isShown ? "XMapWindow" : "XUnmapWindow", x11)
    _ = map(display, window)
  }

  /// Chooses one of the server's layouts.
  func layout(_ index: UInt32) {
    let lock: Lock = Self.function("XkbLockGroup", x11)
    let coreKeyboard: UInt32 = 0x100
    _ = lock(display, coreKeyboard, index)
  }

  /// Waits until the server has processed all requests.
  func settle() {
    let sync: Sync = Self.function("XSync", x11)
    _ = sync(display, 0)
  }
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
  private var down: Set<UInt32> = []
  private var buttons: Set<UInt32> = []
  private var joystick: (device: Int32, handle: OpaquePointer?) = (-1, nil)
  /// Whether a button may have been released without SDL's knowledge.
  private var hasLostButtons = false

  /// The codes of Q, W, 1, the key pad's 1, Return, Enter, Escape, the left shift key and M.
  private static let codes: [UInt32] = [24, 25, 10, 87, 36, 104, 9, 50, 58]

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
      var actions: [String] = []
      for _ in 0...random.below(6) { actions.append(act()) }
      test.settle()
      if let wrong = compare() { return "sequence \(number), \(actions): \(wrong)" }
    }
    return nil
  }

  private mutating func act() -> String {
    switch random.below(24) {
    case 0..<10:
      let code = Self.codes[random.below(Self.codes.count)]
      let isDown = down.insert(code).inserted
      if !isDown { down.remove(code) }
      test.key(code, isDown: isDown)
      return "key \(code) \(isDown ? "down" : "up")"
    case 10..<14:
      let number = UInt32(random.below(3)) + 1
      let isDown = buttons.insert(number).inserted
      if !isDown { buttons.remove(number) }
      test.button(number, isDown: isDown)
      return "button \(number) \(isDown ? "down" : "up")"
    case 14..<16:
      test.move(random.below(600), random.below(300))
      return "move"
    case 16..<18:
      let choice = random.below(3)
      hasLostButtons = true
      test.focus(choice == 0 ? nil : xWindow(choice == 1))
      return "focus \(choice)"
    case 18:
      let isFirst = random.below(2) == 0
      hasLostButtons = true
      test.show(xWindow(isFirst), random.below(2) == 0)
      return "show or hide"
    case 19:
      let layout = random.below(3)
      test.layout(UInt32(layout))
      return "layout \(layout)"
    default: return control()
    }
  }

  /// Connects, disconnects or uses a virtual controller.
  private mutating func control() -> String {
    guard let handle = joystick.handle else {
      joystick.device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
      joystick.handle = SDL_JoystickOpen(joystick.device)
      return "controller"
    }
    if random.below(20) == 0 {
      SDL_JoystickClose(handle)
      SDL_JoystickDetachVirtual(joystick.device)
      joystick = (-1, nil)
      return "no controller"
    }
    // Excludes the guide button, 5, because SDL reports its release a quarter of a second late.
    let number = Int32(random.below(5))
    SDL_JoystickSetVirtualButton(handle, number, UInt8(random.below(2)))
    SDL_JoystickSetVirtualAxis(handle, number, Int16(random.below(65_536) - 32_768))
    return "control \(number)"
  }

  private func xWindow(_ isFirst: Bool) -> UInt {
    dr_sdl_handles_of(isFirst ? left.handle.window : right.handle.window).x_window
  }

  private mutating func compare() -> String? {
    var (first, second) = (Input(), Input())
    // The windows take their events one after the other; which is first is random. SDL's state of
    // the controllers is compared with the state in the second window.
    let isLeftLast = random.below(2) == 0
    if isLeftLast { right.pump.drain(into: &second, &right.renderer) }
    left.pump.drain(into: &first, &left.renderer)
    if !isLeftLast { right.pump.drain(into: &second, &right.renderer) }
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
