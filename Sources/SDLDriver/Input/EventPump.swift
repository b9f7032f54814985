// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// Turns SDL's events into ours, and opens and closes game controllers as they come and go.
struct EventPump {
  private let session: SessionHandle
  private let windowID: UInt32
  private var controllers: [ControllerHandle] = []
  /// Whether the window shows less than it should until it is drawn again.
  var needsPicture = false
  private var displayMayHaveChanged = false

  init(_ window: WindowHandle) {
    session = window.session
    windowID = SDL_GetWindowID(window.window)
  }

  /// Takes all events that are there.
  /// - Parameter renderer: Knows the size of the output, and is updated when that changes.
  mutating func drain(into input: inout Input, _ renderer: inout Renderer) {
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 {
      // SDL reports the end too where it closes the last window: once is enough.
      if let event = translate(event, &renderer),
        event != .quit(.windowClosed) || input.quitReason != .windowClosed
      {
        input.add(event)
      }
    }
  }

  private mutating func translate(_ event: SDL_Event, _ renderer: inout Renderer) -> InputEvent? {
    switch SDL_EventType(event.type) {
    case SDL_QUIT: .quit(.windowClosed)
    case SDL_KEYDOWN: Key(event.key.keysym).map { .keyDown($0, isRepeat: event.key.repeat != 0) }
    case SDL_KEYUP: Key(event.key.keysym).map { .keyUp($0) }
    case SDL_MOUSEMOTION: .mouseMoved(renderer.pixel(event.motion.x, event.motion.y))
    case SDL_MOUSEBUTTONDOWN: button(event.button).map { .mouseDown($0, point(event, renderer)) }
    case SDL_MOUSEBUTTONUP: button(event.button).map { .mouseUp($0, point(event, renderer)) }
    case SDL_MOUSEWHEEL: wheel(event.wheel)
    case SDL_CONTROLLERDEVICEADDED: open(event.cdevice.which)
    case SDL_CONTROLLERDEVICEREMOVED: close(event.cdevice.which)
    case SDL_CONTROLLERBUTTONDOWN:
      ControllerButton(rawValue: event.cbutton.button).map {
        .controllerButtonDown($0, controller: Int(event.cbutton.which))
      }
    case SDL_CONTROLLERBUTTONUP:
      ControllerButton(rawValue: event.cbutton.button).map {
        .controllerButtonUp($0, controller: Int(event.cbutton.which))
      }
    case SDL_CONTROLLERAXISMOTION: axis(event.caxis)
    case SDL_WINDOWEVENT: window(event.window, &renderer)
    case SDL_RENDER_TARGETS_RESET: .renderTargetsReset
    case SDL_RENDER_DEVICE_RESET: .deviceReset
    default: nil
    }
  }

  /// Reports the controllers that are there to a run that begins: SDL has reported them before.
  func reportControllers(to input: inout Input) {
    for controller in controllers { input.add(.controllerAdded(Int(controller.identifier))) }
  }

  /// Whether something happened since the last call after which another display may show the
  /// window, or the same one in another way.
  mutating func takeDisplayChange() -> Bool {
    defer { displayMayHaveChanged = false }
    return displayMayHaveChanged
  }

  private func point(_ event: SDL_Event, _ renderer: borrowing Renderer) -> PixelPoint {
    renderer.pixel(event.button.x, event.button.y)
  }

  private func button(_ event: SDL_MouseButtonEvent) -> MouseButton? {
    // SDL counts from 1: left, middle, right, and two more.
    event.button == 0 ? nil : MouseButton(rawValue: event.button - 1)
  }

  private func wheel(_ event: SDL_MouseWheelEvent) -> InputEvent {
    // "Natural scrolling" is the user's wish; SDL has applied it, and we leave it.
    .wheel(x: event.preciseX, y: event.preciseY)
  }

  private func axis(_ event: SDL_ControllerAxisEvent) -> InputEvent? {
    // -32768...32767: both ends are to be exactly 1 long.
    let value = max(Float(event.value) / 32_767, -1)
    return ControllerAxis(rawValue: event.axis).map {
      .controllerAxis($0, value: value, controller: Int(event.which))
    }
  }

  /// Hiding and showing are not here: SDL reports them in up to four events in changing order; the
  /// loop asks the window.
  private mutating func window(_ event: SDL_WindowEvent, _ renderer: inout Renderer) -> InputEvent?
  {
    let kind = SDL_WindowEventID(UInt32(event.event))
    switch kind {
    case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_SIZE_CHANGED,
      SDL_WINDOWEVENT_DISPLAY_CHANGED:
      displayMayHaveChanged = true
      needsPicture = true
    case SDL_WINDOWEVENT_EXPOSED: needsPicture = true
    default: break
    }
    switch kind {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
      renderer.updateOutputSize()
      return .resized(renderer.outputSize)
    case SDL_WINDOWEVENT_CLOSE where event.windowID == windowID: return .quit(.windowClosed)
    case SDL_WINDOWEVENT_FOCUS_GAINED: return .focusGained
    case SDL_WINDOWEVENT_FOCUS_LOST: return .focusLost
    default: return nil
    }
  }

  /// - Parameter index: SDL's index of the device, valid only now.
  private mutating func open(_ index: Int32) -> InputEvent? {
    // A device that vanished again in the meantime does not open: then there is none.
    guard let controller = SDL_GameControllerOpen(index) else { return nil }
    let handle = ControllerHandle(controller, session)
    guard !controllers.contains(where: { $0.identifier == handle.identifier }) else { return nil }
    controllers.append(handle)
    return .controllerAdded(Int(handle.identifier))
  }

  private mutating func close(_ identifier: Int32) -> InputEvent? {
    guard let index = controllers.firstIndex(where: { $0.identifier == identifier }) else {
      return nil
    }
    controllers.remove(at: index)
    return .controllerRemoved(Int(identifier))
  }
}

extension Renderer {
  /// A point in the desktop's units as pixels of the output.
  func pixel(_ x: Int32, _ y: Int32) -> PixelPoint {
    PixelPoint(x: Float(x) * pixelDensity, y: Float(y) * pixelDensity)
  }
}

/// An open game controller.
final class ControllerHandle {
  let identifier: Int32
  private let controller: OpaquePointer
  private let session: SessionHandle

  init(_ controller: OpaquePointer, _ session: SessionHandle) {
    self.controller = controller
    self.session = session
    identifier = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(controller))
  }

  deinit {
    if !connectionIsLost { SDL_GameControllerClose(controller) }
  }
}
