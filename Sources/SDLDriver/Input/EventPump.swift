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
  /// The held keys by position, because a change of layout gives a held key another name before its
  /// release.
  private(set) var held: [Int64: Key] = [:]
  /// The keys that were already down when the window got the keyboard, one bit for each X keycode.
  private var carried = [CChar](repeating: 0, count: 32)
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

  /// Whether the user asked to close the window, and no run of the window has reported that
  /// request.
  var isCloseRequested: Bool { input.quitReason != nil }

  /// Takes all pending events.
  /// - Parameter renderer: Gives the density of the output's pixels; updated when the output's size
  ///   changes.
  func drain(into other: inout Input, _ renderer: inout Renderer) {
    var event = csdl_event()
    density = renderer.pixelDensity
    while csdl_poll(&event) {
      if let change = session.controllers.take(event) {
        input.events.append(change)
      } else if event.isRelease {
        // SDL may not know which window saw the press, so all windows get the release. Windows that
        // did not see the press have nothing to release.
        for pump in session.pumps.values { pump.pump.take(event) }
      } else if let pump = pump(of: event) {
        if pump === self, event.kind == CSDL_RESIZED {
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
    // SDL also reports a quit when the last window is closed. One report is enough.
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

  /// Whether the window's display or the display's mode may have changed since the last call.
  func takeDisplayChange() -> Bool {
    defer { displayMayHaveChanged = false }
    return displayMayHaveChanged
  }

  /// The pump of an event's window.
  ///
  /// It is this pump if the event belongs to no window, and nil if the event's window is gone.
  private func pump(of event: csdl_event) -> EventPump? {
    event.window == 0 ? self : session.pumps[event.window]?.pump
  }

  // The loop reads from the window's flags whether the window is hidden, because SDL reports hiding
  // and showing in up to four events of varying order.
  private func take(_ event: csdl_event) {
    switch event.kind {
    case CSDL_QUIT, CSDL_CLOSED: close()
    case CSDL_KEY_DOWN: press(event)
    case CSDL_KEY_UP: release(event)
    case CSDL_MOUSE_MOTION: input.add(.mouseMoved(point(event)))
    case CSDL_MOUSE_DOWN, CSDL_MOUSE_UP: button(event)
    // SDL has already applied the user's setting "natural scrolling".
    case CSDL_WHEEL: input.add(.wheel(x: event.x, y: event.y))
    case CSDL_TARGETS_RESET: input.add(.renderTargetsReset)
    case CSDL_DEVICE_RESET: input.add(.deviceReset)
    case CSDL_SHOWN, CSDL_RESTORED, CSDL_DISPLAY_CHANGED:
      (displayMayHaveChanged, needsPicture) = (true, true)
    case CSDL_RESIZED:
      (displayMayHaveChanged, needsPicture) = (true, true)
      input.add(.resized(outputSize))
    case CSDL_EXPOSED: needsPicture = true
    case CSDL_FOCUS_GAINED: gainFocus()
    case CSDL_FOCUS_LOST:
      releaseAll()
      input.add(.focusLost)
    case CSDL_HIDDEN, CSDL_MINIMIZED: releaseAll()
    default: break
    }
  }

  private func close() {
    if input.quitReason == nil { input.add(.quit(.windowClosed)) }
  }

  private func point(_ event: csdl_event) -> PixelPoint {
    PixelPoint(x: event.x * density, y: event.y * density)
  }

  // MARK: - Held keys and buttons

  private func press(_ event: csdl_event) {
    let known = held[event.keyPosition]
    guard let key = known ?? Key(event.symbol, at: event.position) else { return }
    held[event.keyPosition] = key
    let isCarried = known == nil && carriedBit(event.symbol) != nil
    input.add(.keyDown(key, isRepeat: event.repeats || isCarried))
  }

  /// A key is up when the last held position with its name is released, because Return and Enter
  /// are one key.
  private func release(_ event: csdl_event) {
    if let (byte, bit) = carriedBit(event.symbol) { carried[byte] &= ~bit }
    guard let key = held.removeValue(forKey: event.keyPosition) else { return }
    if !held.values.contains(key) { input.add(.keyUp(key)) }
  }

  private func carriedBit(_ symbol: UInt32) -> (byte: Int, bit: CChar)? {
    guard carried.contains(where: { $0 != 0 }) else { return nil }
    let code = csdl_x11_code(window.window, symbol)
    let (byte, bit) = (Int(code / 8), CChar(truncatingIfNeeded: 1 << Int(code % 8)))
    return code != 0 && carried[byte] & bit != 0 ? (byte, bit) : nil
  }

  private func button(_ event: csdl_event) {
    // SDL counts buttons from 1: left, middle, right, and two more.
    guard event.number > 0, let button = MouseButton(rawValue: event.number - 1) else { return }
    let point = point(event)
    if event.kind == CSDL_MOUSE_DOWN {
      input.add(.mouseDown(button, point))
    } else if input.state.isHeld(mouse: button) {
      input.add(.mouseUp(button, point))
    }
  }

  /// Releases keys and buttons, because SDL does not report a release that another window receives.
  private func releaseAll() {
    for key in Key.allCases where input.state.isHeld(key) { input.add(.keyUp(key)) }
    let point = input.state.mouse ?? PixelPoint(x: 0, y: 0)
    for button in MouseButton.allCases where input.state.isHeld(mouse: button) {
      input.add(.mouseUp(button, point))
    }
    held.removeAll()
  }

  /// Records as held the keys that were pressed in another window of this program.
  ///
  /// Such keys are reported as repeats, not as presses. The same is true of a key that was pressed
  /// in another program and repeats here.
  private func gainFocus() {
    input.add(.focusGained)
    csdl_x11_read_keys(window.window, &carried)
    var event = csdl_event()
    // SDL's keyboard has 512 positions.
    for position: UInt32 in 0..<512 where csdl_is_held(position, &event) {
      guard held[event.keyPosition] == nil, let key = Key(event.symbol, at: event.position) else {
        continue
      }
      held[event.keyPosition] = key
      input.add(.keyDown(key, isRepeat: true))
    }
  }
}

/// A reference that does not keep its pump alive.
///
/// When the pump is freed, it removes the reference from the session.
struct PumpReference {
  unowned let pump: EventPump
}

extension csdl_event {
  fileprivate var isRelease: Bool { kind == CSDL_KEY_UP || kind == CSDL_MOUSE_UP }

  /// The key's position on the keyboard, or its symbol if SDL does not know the position.
  fileprivate var keyPosition: Int64 {
    position == SDL_SCANCODE_UNKNOWN ? Int64(symbol) << 32 | 1 << 31 : Int64(position.rawValue)
  }
}
