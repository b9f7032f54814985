// SPDX-License-Identifier: Apache-2.0

extension InputEvent {
  /// The first byte of each event; part of the format.
  private enum Tag: UInt8 {
    case keyDown, keyUp, mouseMoved, mouseDown, mouseUp, wheel, controllerAdded, controllerRemoved
    case controllerButtonDown, controllerButtonUp, controllerAxis, resized, minimised, restored
    case focusGained, focusLost, renderTargetsReset, deviceReset, statisticsAsked, quit
  }

  private static let reasons: [QuitReason] = [
    .windowClosed, .escape, .interrupted, .terminated, .hungUp,
  ]

  func write(to out: inout ByteWriter) {
    switch self {
    case .keyDown(let key, let isRepeat):
      out.put(Tag.keyDown.rawValue)
      out.put(key.rawValue)
      out.put(isRepeat)
    case .keyUp(let key):
      out.put(Tag.keyUp.rawValue)
      out.put(key.rawValue)
    case .mouseMoved(let point):
      out.put(Tag.mouseMoved.rawValue)
      Self.write(point, to: &out)
    case .mouseDown(let button, let point):
      out.put(Tag.mouseDown.rawValue)
      out.put(button.rawValue)
      Self.write(point, to: &out)
    case .mouseUp(let button, let point):
      out.put(Tag.mouseUp.rawValue)
      out.put(button.rawValue)
      Self.write(point, to: &out)
    case .wheel(let x, let y):
      out.put(Tag.wheel.rawValue)
      Self.write(PixelPoint(x: x, y: y), to: &out)
    case .controllerAdded(let identifier):
      out.put(Tag.controllerAdded.rawValue)
      out.put(identifier)
    case .controllerRemoved(let identifier):
      out.put(Tag.controllerRemoved.rawValue)
      out.put(identifier)
    case .controllerButtonDown(let button, let identifier):
      out.put(Tag.controllerButtonDown.rawValue)
      out.put(button.rawValue)
      out.put(identifier)
    case .controllerButtonUp(let button, let identifier):
      out.put(Tag.controllerButtonUp.rawValue)
      out.put(button.rawValue)
      out.put(identifier)
    case .controllerAxis(let axis, let value, let identifier):
      out.put(Tag.controllerAxis.rawValue)
      out.put(axis.rawValue)
      out.put(value)
      out.put(identifier)
    case .resized(let size):
      out.put(Tag.resized.rawValue)
      out.put(size.width)
      out.put(size.height)
    case .minimised: out.put(Tag.minimised.rawValue)
    case .restored: out.put(Tag.restored.rawValue)
    case .focusGained: out.put(Tag.focusGained.rawValue)
    case .focusLost: out.put(Tag.focusLost.rawValue)
    case .renderTargetsReset: out.put(Tag.renderTargetsReset.rawValue)
    case .deviceReset: out.put(Tag.deviceReset.rawValue)
    case .statisticsAsked: out.put(Tag.statisticsAsked.rawValue)
    case .quit(let reason):
      out.put(Tag.quit.rawValue)
      out.put(UInt8(Self.reasons.firstIndex(of: reason) ?? Self.reasons.count))
    }
  }

  init(_ content: inout ByteReader) throws(ByteReader.Failure) {
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
    case .statisticsAsked: self = .statisticsAsked
    case .quit: self = .quit(try content.choice(Self.reasons, "reason to quit"))
    case nil: throw ByteReader.Failure(reason: "there is no event \(tag)")
    }
  }

  private static func write(_ point: PixelPoint, to out: inout ByteWriter) {
    out.put(point.x)
    out.put(point.y)
  }

  private static func point(_ content: inout ByteReader) throws(ByteReader.Failure) -> PixelPoint {
    PixelPoint(x: try content.take(Float.self), y: try content.take(Float.self))
  }
}
