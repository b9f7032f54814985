// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// Converts SDL's events of one window to ``InputEvent`` and tracks held keys and buttons.
///
/// The window that drains SDL's queue passes each event to the pump of the event's window. A window
/// whose loop does not run records held keys and its close request, and no other events.
final class EventPump {
  private let window: WindowHandle
  private let session: SessionHandle
  let windowID: UInt32
  private var input: Input
  /// The held keys by position: the same position may have another name when it is released.
  private(set) var held: [Int64: Key] = [:]
  /// X keycodes of keys that were already down when the window got the keyboard.
  private var carried: Set<UInt8> = []
  private var density: Float = 1
  private var outputSize = PixelSize(width: 1, height: 1)
  /// Whether the window must be redrawn to show all its contents.
  var needsPicture = false
  private var displayMayHaveChanged = false

  init(_ window: WindowHandle) {
    self.window = window
    session = window.session
    windowID = SDL_GetWindowID(window.window)
    input = Input()
    input.state = session.controllers.state
    session.pumps[windowID] = PumpReference(pump: self)
  }

  deinit { session.pumps[windowID] = nil }

  /// Whether the user asked to close the window and no run of it has reported it.
  var isCloseRequested: Bool { input.quitReason != nil }

  /// Takes all pending events.
  /// - Parameter renderer: Converts to output pixels; updated when the output's size changes.
  func drain(into other: inout Input, _ renderer: inout Renderer) {
    var event = SDL_Event()
    density = renderer.pixelDensity
    while SDL_PollEvent(&event) != 0 {
      if let change = session.controllers.take(event) {
        input.events.append(change)
      } else if event.isRelease {
        // SDL may not know which window saw the press; the other windows have nothing to release.
        for pump in session.pumps.values { pump.pump.take(event) }
      } else if let pump = pump(of: event) {
        if pump === self, event.isSizeChange {
          renderer.updateOutputSize()
          (density, outputSize) = (renderer.pixelDensity, renderer.outputSize)
        }
        pump.take(event)
      }
    }
    for pump in session.pumps.values where pump.pump !== self {
      pump.pump.input.events.removeAll { $0 != .quit(.windowClosed) }
    }
    session.controllers.refresh()
    input.state.takeControllers(session.controllers.state)
    // SDL also reports the end when it closes the last window; one report is enough.
    let isKnown = other.quitReason == .windowClosed
    other.events += input.events.filter { !isKnown || $0 != .quit(.windowClosed) }
    other.state = input.state
    input.events.removeAll(keepingCapacity: true)
  }

  /// Begins a run with the held keys and the connected controllers.
  func begin(_ other: inout Input) {
    input.state.takeControllers(session.controllers.state)
    other.state = input.state
    other.events = input.state.controllers.map { .controllerAdded($0.identifier) }
  }

  /// Whether the window's display or its mode may have changed since the last call.
  func takeDisplayChange() -> Bool {
    defer { displayMayHaveChanged = false }
    return displayMayHaveChanged
  }

  /// The pump of an event's window; this one if the event belongs to no window, nil if its window
  /// is gone.
  private func pump(of event: SDL_Event) -> EventPump? {
    let identifier = event.windowID
    return identifier == 0 ? self : session.pumps[identifier]?.pump
  }

  private func take(_ event: SDL_Event) {
    switch SDL_EventType(event.type) {
    case SDL_QUIT: close()
    case SDL_KEYDOWN: press(event.key)
    case SDL_KEYUP: release(event.key)
    case SDL_MOUSEMOTION: input.add(.mouseMoved(point(event.motion.x, event.motion.y)))
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button(event.button)
    // SDL has already applied the user's setting "natural scrolling".
    case SDL_MOUSEWHEEL: input.add(.wheel(x: event.wheel.preciseX, y: event.wheel.preciseY))
    case SDL_WINDOWEVENT: take(event.window)
    case SDL_RENDER_TARGETS_RESET: input.add(.renderTargetsReset)
    case SDL_RENDER_DEVICE_RESET: input.add(.deviceReset)
    default: break
    }
  }

  /// Hiding and showing are not reported here: SDL reports them in up to four events of varying
  /// order, so the loop asks the window.
  private func take(_ event: SDL_WindowEvent) {
    switch SDL_WindowEventID(UInt32(event.event)) {
    case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_DISPLAY_CHANGED:
      (displayMayHaveChanged, needsPicture) = (true, true)
    case SDL_WINDOWEVENT_SIZE_CHANGED:
      (displayMayHaveChanged, needsPicture) = (true, true)
      input.add(.resized(outputSize))
    case SDL_WINDOWEVENT_EXPOSED: needsPicture = true
    case SDL_WINDOWEVENT_CLOSE: close()
    case SDL_WINDOWEVENT_FOCUS_GAINED: gainFocus()
    case SDL_WINDOWEVENT_FOCUS_LOST:
      releaseAll()
      input.add(.focusLost)
    case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: releaseAll()
    default: break
    }
  }

  private func close() {
    if input.quitReason == nil { input.add(.quit(.windowClosed)) }
  }

  private func point(_ x: Int32, _ y: Int32) -> PixelPoint {
    PixelPoint(x: Float(x) * density, y: Float(y) * density)
  }

  // MARK: - Held keys and buttons

  private func press(_ event: SDL_KeyboardEvent) {
    let position = event.keysym.position
    let known = held[position]
    guard let key = known ?? Key(event.keysym) else { return }
    held[position] = key
    let isCarried = known == nil && carriedCode(event.keysym) != nil
    input.add(.keyDown(key, isRepeat: event.repeat != 0 || isCarried))
  }

  /// A key is up when the last held position with its name is released, because Return and Enter
  /// are one key.
  private func release(_ event: SDL_KeyboardEvent) {
    if let code = carriedCode(event.keysym) { carried.remove(code) }
    guard let key = held.removeValue(forKey: event.keysym.position) else { return }
    if !held.values.contains(key) { input.add(.keyUp(key)) }
  }

  private func carriedCode(_ symbol: SDL_Keysym) -> UInt8? {
    guard !carried.isEmpty, let code = Xlib.code(symbol.sym, on: window.window) else { return nil }
    return carried.contains(code) ? code : nil
  }

  private func button(_ event: SDL_MouseButtonEvent) {
    // SDL counts buttons from 1: left, middle, right, and two more.
    guard event.button > 0, let button = MouseButton(rawValue: event.button - 1) else { return }
    let point = point(event.x, event.y)
    if event.type == SDL_MOUSEBUTTONDOWN.rawValue {
      input.add(.mouseDown(button, point))
    } else if input.state.isHeld(mouse: button) {
      input.add(.mouseUp(button, point))
    }
  }

  /// Releases keys and buttons: SDL does not report a release that another window receives.
  private func releaseAll() {
    for key in Key.allCases where input.state.isHeld(key) { input.add(.keyUp(key)) }
    let point = input.state.mouse ?? PixelPoint(x: 0, y: 0)
    for button in MouseButton.allCases where input.state.isHeld(mouse: button) {
      input.add(.mouseUp(button, point))
    }
    held.removeAll()
  }

  /// Holds the keys that were pressed in another window of this program.
  ///
  /// They are not presses, nor is the repeat of a key pressed in another program.
  private func gainFocus() {
    input.add(.focusGained)
    carried = Xlib.keysDown(on: window.window)
    var count: CInt = 0
    guard let states = SDL_GetKeyboardState(&count) else { return }
    for index in 0..<UInt32(count) where states[Int(index)] != 0 {
      var symbol = SDL_Keysym()
      symbol.scancode = SDL_Scancode(index)
      symbol.sym = SDL_GetKeyFromScancode(symbol.scancode)
      guard held[symbol.position] == nil, let key = Key(symbol) else { continue }
      held[symbol.position] = key
      input.add(.keyDown(key, isRepeat: true))
    }
  }
}

/// A reference to a pump that does not keep it alive; the pump removes it when it is freed.
struct PumpReference {
  unowned let pump: EventPump
}

extension SDL_Keysym {
  /// The key's position on the keyboard, or its symbol if SDL does not know the position.
  fileprivate var position: Int64 {
    scancode == SDL_SCANCODE_UNKNOWN ? Int64(sym) << 32 | 1 << 31 : Int64(scancode.rawValue)
  }
}

extension SDL_Event {
  fileprivate var isSizeChange: Bool {
    type == SDL_WINDOWEVENT.rawValue && window.event == UInt8(SDL_WINDOWEVENT_SIZE_CHANGED.rawValue)
  }

  fileprivate var isRelease: Bool {
    type == SDL_KEYUP.rawValue || type == SDL_MOUSEBUTTONUP.rawValue
  }

  /// SDL's number of the event's window; 0 for none.
  fileprivate var windowID: UInt32 {
    switch SDL_EventType(type) {
    case SDL_WINDOWEVENT: window.windowID
    case SDL_KEYDOWN, SDL_KEYUP: key.windowID
    case SDL_MOUSEMOTION: motion.windowID
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button.windowID
    case SDL_MOUSEWHEEL: wheel.windowID
    default: 0
    }
  }
}
