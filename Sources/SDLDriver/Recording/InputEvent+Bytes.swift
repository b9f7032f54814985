// SPDX-License-Identifier: Apache-2.0

internal import RepeatTiming

extension InputEvent {
  /// The first byte of each event; part of the format.
  fileprivate enum Tag: UInt8 {
    case keyDown, keyUp, mouseMoved, mouseDown, mouseUp, wheel, controllerAdded, controllerRemoved
    case controllerButtonDown, controllerButtonUp, controllerAxis, resized, minimised, restored
    case focusGained, focusLost, renderTargetsReset, deviceReset, statisticsRequested, quit
  }

  private static let reasons: [QuitReason] = [
    .windowClosed, .escape, .interrupted, .terminated, .hungUp,
  ]

  func write(to out: inout ByteWriter) {
    switch self {
    case .keyDown(let key, let isRepeat):
      out.write(.keyDown, key.rawValue)
      out.write(isRepeat)
    case .keyUp(let key): out.write(.keyUp, key.rawValue)
    case .mouseMoved(let point): out.write(.mouseMoved, at: point)
    case .mouseDown(let button, let point): out.write(.mouseDown, button.rawValue, at: point)
    case .mouseUp(let button, let point): out.write(.mouseUp, button.rawValue, at: point)
    case .wheel(let x, let y): out.write(.wheel, at: PixelPoint(x: x, y: y))
    case .controllerAdded(let identifier): out.write(.controllerAdded, of: identifier)
    case .controllerRemoved(let identifier): out.write(.controllerRemoved, of: identifier)
    case .controllerButtonDown(let button, let identifier):
      out.write(.controllerButtonDown, button.rawValue, of: identifier)
    case .controllerButtonUp(let button, let identifier):
      out.write(.controllerButtonUp, button.rawValue, of: identifier)
    case .controllerAxis(let axis, let value, let identifier):
      out.write(.controllerAxis, axis.rawValue)
      out.write(value)
      out.write(identifier)
    case .resized(let size):
      out.write(.resized)
      out.write(size.width)
      out.write(size.height)
    case .minimised: out.write(.minimised)
    case .restored: out.write(.restored)
    case .focusGained: out.write(.focusGained)
    case .focusLost: out.write(.focusLost)
    case .renderTargetsReset: out.write(.renderTargetsReset)
    case .deviceReset: out.write(.deviceReset)
    case .statisticsRequested: out.write(.statisticsRequested)
    case .quit(let reason):
      out.write(.quit, UInt8(Self.reasons.firstIndex(of: reason) ?? Self.reasons.count))
    }
  }

  init(_ content: inout ByteReader) throws(RecordingFault) {
    let tag = try content.take(UInt8.self)
    switch Tag(rawValue: tag) {
    case .keyDown:
      self = .keyDown(
        try content.choice(Key.allCases, "key"), isRepeat: try content.take(Bool.self))
    case .keyUp: self = .keyUp(try content.choice(Key.allCases, "key"))
    case .mouseMoved: self = .mouseMoved(try Self.point(&content))
    case .mouseDown:
      self = .mouseDown(
        try content.choice(MouseButton.allCases, "mouse button"), try Self.point(&content))
    case .mouseUp:
      self = .mouseUp(
        try content.choice(MouseButton.allCases, "mouse button"), try Self.point(&content))
    case .wheel:
      let way = try Self.point(&content)
      self = .wheel(x: way.x, y: way.y)
    case .controllerAdded: self = .controllerAdded(try content.take(Int.self))
    case .controllerRemoved: self = .controllerRemoved(try content.take(Int.self))
    case .controllerButtonDown:
      self = .controllerButtonDown(
        try content.choice(ControllerButton.allCases, "controller button"),
        controller: try content.take(Int.self))
    case .controllerButtonUp:
      self = .controllerButtonUp(
        try content.choice(ControllerButton.allCases, "controller button"),
        controller: try content.take(Int.self))
    case .controllerAxis:
      self = .controllerAxis(
        try content.choice(ControllerAxis.allCases, "controller axis"),
        value: try content.take(Float.self), controller: try content.take(Int.self))
    case .resized:
      self = .resized(
        PixelSize(width: try content.take(Int.self), height: try content.take(Int.self)))
    case .minimised: self = .minimised
    case .restored: self = .restored
    case .focusGained: self = .focusGained
    case .focusLost: self = .focusLost
    case .renderTargetsReset: self = .renderTargetsReset
    case .deviceReset: self = .deviceReset
    case .statisticsRequested: self = .statisticsRequested
    case .quit: self = .quit(try content.choice(Self.reasons, "reason to quit"))
    case nil: throw RecordingFault(reason: "there is no event \(tag)")
    }
  }

  private static func point(_ content: inout ByteReader) throws(RecordingFault) -> PixelPoint {
    PixelPoint(x: try content.take(Float.self), y: try content.take(Float.self))
  }
}

extension ByteWriter {
  /// Writes an event's first byte, and of the others what it has, in this order.
  fileprivate mutating func write(
    _ tag: InputEvent.Tag, _ choice: UInt8? = nil, at point: PixelPoint? = nil,
    of controller: Int? = nil
  ) {
    write(tag.rawValue)
    if let choice { write(choice) }
    if let point {
      write(point.x)
      write(point.y)
    }
    if let controller { write(controller) }
  }
}
