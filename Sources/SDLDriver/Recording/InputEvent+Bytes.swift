// SPDX-License-Identifier: Apache-2.0

internal import RepeatTiming

extension InputEvent {
  /// The first byte of each event; part of the format.
  private enum Tag: UInt8 {
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
      out.write(Tag.keyDown.rawValue)
      out.write(key.rawValue)
      out.write(isRepeat)
    case .keyUp(let key):
      out.write(Tag.keyUp.rawValue)
      out.write(key.rawValue)
    case .mouseMoved(let point):
      out.write(Tag.mouseMoved.rawValue)
      Self.write(point, to: &out)
    case .mouseDown(let button, let point):
      out.write(Tag.mouseDown.rawValue)
      out.write(button.rawValue)
      Self.write(point, to: &out)
    case .mouseUp(let button, let point):
      out.write(Tag.mouseUp.rawValue)
      out.write(button.rawValue)
      Self.write(point, to: &out)
    case .wheel(let x, let y):
      out.write(Tag.wheel.rawValue)
      Self.write(PixelPoint(x: x, y: y), to: &out)
    case .controllerAdded(let identifier):
      out.write(Tag.controllerAdded.rawValue)
      out.write(identifier)
    case .controllerRemoved(let identifier):
      out.write(Tag.controllerRemoved.rawValue)
      out.write(identifier)
    case .controllerButtonDown(let button, let identifier):
      out.write(Tag.controllerButtonDown.rawValue)
      out.write(button.rawValue)
      out.write(identifier)
    case .controllerButtonUp(let button, let identifier):
      out.write(Tag.controllerButtonUp.rawValue)
      out.write(button.rawValue)
      out.write(identifier)
    case .controllerAxis(let axis, let value, let identifier):
      out.write(Tag.controllerAxis.rawValue)
      out.write(axis.rawValue)
      out.write(value)
      out.write(identifier)
    case .resized(let size):
      out.write(Tag.resized.rawValue)
      out.write(size.width)
      out.write(size.height)
    case .minimised: out.write(Tag.minimised.rawValue)
    case .restored: out.write(Tag.restored.rawValue)
    case .focusGained: out.write(Tag.focusGained.rawValue)
    case .focusLost: out.write(Tag.focusLost.rawValue)
    case .renderTargetsReset: out.write(Tag.renderTargetsReset.rawValue)
    case .deviceReset: out.write(Tag.deviceReset.rawValue)
    case .statisticsRequested: out.write(Tag.statisticsRequested.rawValue)
    case .quit(let reason):
      out.write(Tag.quit.rawValue)
      out.write(UInt8(Self.reasons.firstIndex(of: reason) ?? Self.reasons.count))
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

  private static func write(_ point: PixelPoint, to out: inout ByteWriter) {
    out.write(point.x)
    out.write(point.y)
  }

  private static func point(_ content: inout ByteReader) throws(RecordingFault) -> PixelPoint {
    PixelPoint(x: try content.take(Float.self), y: try content.take(Float.self))
  }
}
