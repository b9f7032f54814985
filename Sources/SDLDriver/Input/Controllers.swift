// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The game controllers of a session, shared by its windows, opened and closed as they come and go.
final class Controllers {
  private var open: [(identifier: Int32, controller: OpaquePointer)] = []
  /// The connected controllers, and their held buttons and axes.
  private(set) var state = InputState()

  /// Handles an event of a controller; returns nil for other events.
  func take(_ event: SDL_Event) -> InputEvent? {
    guard let change = translate(event) else { return nil }
    state.apply(change)
    return change
  }

  /// Closes the controllers, before SDL ends.
  func close() {
    for (_, controller) in open { SDL_GameControllerClose(controller) }
    open.removeAll()
  }

  private func translate(_ event: SDL_Event) -> InputEvent? {
    switch SDL_EventType(event.type) {
    case SDL_CONTROLLERDEVICEADDED: add(event.cdevice.which)
    case SDL_CONTROLLERDEVICEREMOVED: remove(event.cdevice.which)
    case SDL_CONTROLLERBUTTONDOWN:
      ControllerButton(rawValue: event.cbutton.button).map {
        .controllerButtonDown($0, controller: Int(event.cbutton.which))
      }
    case SDL_CONTROLLERBUTTONUP:
      ControllerButton(rawValue: event.cbutton.button).map {
        .controllerButtonUp($0, controller: Int(event.cbutton.which))
      }
    case SDL_CONTROLLERAXISMOTION: axis(event.caxis)
    default: nil
    }
  }

  /// Reads the held buttons and axes from SDL: it reports neither those held when a controller was
  /// connected, nor changes before it was opened.
  func refresh() {
    for (identifier, controller) in open {
      var held = ControllerState(identifier: Int(identifier))
      for button in ControllerButton.allCases {
        let code = SDL_GameControllerButton(Int32(button.rawValue))
        held.set(button, isHeld: SDL_GameControllerGetButton(controller, code) != 0)
      }
      for axis in ControllerAxis.allCases {
        let code = SDL_GameControllerAxis(Int32(axis.rawValue))
        held.set(axis, Self.length(SDL_GameControllerGetAxis(controller, code)))
      }
      state.replace(held)
    }
  }

  /// Maps -32768...32767 to -1...1; both ends are exactly 1 from the centre.
  private static func length(_ value: Int16) -> Float { max(Float(value) / 32_767, -1) }

  private func axis(_ event: SDL_ControllerAxisEvent) -> InputEvent? {
    ControllerAxis(rawValue: event.axis).map {
      .controllerAxis($0, value: Self.length(event.value), controller: Int(event.which))
    }
  }

  /// - Parameter index: SDL's index of the device, valid only now.
  private func add(_ index: Int32) -> InputEvent? {
    // A device that has vanished in the meantime does not open; there is no controller then.
    guard let controller = SDL_GameControllerOpen(index) else { return nil }
    let identifier = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(controller))
    guard !open.contains(where: { $0.identifier == identifier }) else {
      // SDL counts how often a controller was opened.
      SDL_GameControllerClose(controller)
      return nil
    }
    open.append((identifier, controller))
    return .controllerAdded(Int(identifier))
  }

  private func remove(_ identifier: Int32) -> InputEvent? {
    guard let index = open.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    SDL_GameControllerClose(open.remove(at: index).controller)
    return .controllerRemoved(Int(identifier))
  }
}
