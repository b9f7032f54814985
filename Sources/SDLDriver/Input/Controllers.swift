// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The game controllers of a session, which its windows share.
///
/// A controller is opened when it is connected, and closed when it is disconnected.
final class Controllers {
  private var open: [(identifier: Int32, controller: OpaquePointer)] = []
  /// The connected controllers, and their held buttons and axes.
  private(set) var state = InputState()

  /// Handles an event of a controller; returns nil for other events.
  func take(_ event: csdl_event) -> InputEvent? {
    guard let change = translate(event) else { return nil }
    state.apply(change)
    return change
  }

  /// Closes the controllers, before SDL ends.
  func close() {
    for (_, controller) in open { csdl_close_controller(controller) }
    open.removeAll()
  }

  private func translate(_ event: csdl_event) -> InputEvent? {
    switch event.kind {
    case CSDL_CONTROLLER_ADDED: add(event.controller)
    case CSDL_CONTROLLER_REMOVED: remove(event.controller)
    case CSDL_CONTROLLER_DOWN:
      ControllerButton(rawValue: event.number).map {
        .controllerButtonDown($0, controller: Int(event.controller))
      }
    case CSDL_CONTROLLER_UP:
      ControllerButton(rawValue: event.number).map {
        .controllerButtonUp($0, controller: Int(event.controller))
      }
    case CSDL_CONTROLLER_AXIS:
      ControllerAxis(rawValue: event.number).map {
        .controllerAxis($0, value: Self.length(event.value), controller: Int(event.controller))
      }
    default: nil
    }
  }

  /// Reads the held buttons and axes from SDL, because SDL has no events for buttons held when a
  /// controller was connected, nor for changes before the controller was opened.
  func refresh() {
    for (identifier, controller) in open {
      var held = ControllerState(identifier: Int(identifier))
      for button in ControllerButton.allCases {
        held.set(button, isHeld: csdl_controller_holds(controller, CInt(button.rawValue)))
      }
      for axis in ControllerAxis.allCases {
        held.set(axis, Self.length(csdl_controller_axis(controller, CInt(axis.rawValue))))
      }
      state.replace(held)
    }
  }

  /// Maps -32768...32767 to -1...1; both ends are exact.
  private static func length(_ value: Int16) -> Float { max(Float(value) / 32_767, -1) }

  /// - Parameter number: SDL's number of the device; in SDL 2, it may mean another device later.
  private func add(_ number: Int32) -> InputEvent? {
    // A device that was disconnected in the meantime cannot be opened, so there is no controller.
    guard let controller = csdl_open_controller(number) else { return nil }
    let identifier = csdl_controller_number(controller)
    guard !open.contains(where: { $0.identifier == identifier }) else {
      // SDL counts how often a controller was opened, so this opening needs its own close.
      csdl_close_controller(controller)
      return nil
    }
    open.append((identifier, controller))
    return .controllerAdded(Int(identifier))
  }

  private func remove(_ identifier: Int32) -> InputEvent? {
    guard let index = open.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    csdl_close_controller(open.remove(at: index).controller)
    return .controllerRemoved(Int(identifier))
  }
}
