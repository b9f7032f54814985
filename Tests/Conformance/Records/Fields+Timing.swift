// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

extension Fields {
  /// The eight properties that a record of this format has.
  mutating func mediaTiming(
    hasAutoreverses: Bool = true, hasOffset: Bool = true
  ) throws(RecordError) -> MediaTiming {
    MediaTiming(
      beginTime: try number("beginTime"), duration: try numberOrInfinity("duration"),
      repeatCount: try numberOrInfinity("repeatCount"),
      repeatDuration: try numberOrInfinity("repeatDuration"),
      autoreverses: hasAutoreverses ? try flag("autoreverses") : false,
      speed: hasOffset ? try number("speed") : 1,
      timeOffset: hasOffset ? try number("timeOffset") : 0, fillMode: try fillMode())
  }

  mutating func fillMode() throws(RecordError) -> FillMode {
    try choice(
      "fillMode",
      [
        ("removed", .removed), ("forwards", .forwards), ("backwards", .backwards), ("both", .both),
      ])
  }

  mutating func stage(_ name: String) throws(RecordError) -> MediaSample.Stage {
    try choice(name, [("before", .before), ("active", .active), ("after", .after)])
  }

  /// A timing function; `nil` for null, which means linear.
  mutating func timingFunction(_ name: String = "timing") throws(RecordError) -> TimingFunction? {
    let value = try take(name)
    guard value != .null else { return nil }
    guard let function = try Self.timingFunction(value) else {
      throw wrong(name, "null, four control points or steps", value)
    }
    return function
  }

  /// One timing function per segment; null means linear.
  mutating func timingFunctions(_ name: String) throws(RecordError) -> [TimingFunction] {
    var functions: [TimingFunction] = []
    for value in try list(name) {
      guard let function = value == .null ? .linear : try Self.timingFunction(value) else {
        throw wrong("\(name)[\(functions.count)]", "null, four control points or steps", value)
      }
      functions.append(function)
    }
    return functions
  }

  private static func timingFunction(_ json: JSON) throws(RecordError) -> TimingFunction? {
    switch json {
    case .array(let elements):
      let p = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
      guard elements.count == 4, p.count == 4 else { return nil }
      return .cubicBezier(p[0], p[1], p[2], p[3])
    case .object:
      var fields = try Fields(json, path: "a timing function's ")
      let count = try fields.number("steps")
      let jump: StepJump = try fields.choice(
        "jump", [("start", .start), ("end", .end), ("none", .none), ("both", .both)])
      try fields.end()
      guard let steps = Int(exactly: count),
        let function = try? TimingFunction(steps: steps, jump: jump)
      else { throw RecordError(problem: "there are no \(count) steps of this kind") }
      return function
    default:
      return nil
    }
  }

  /// A leg's number, infinite for "inf"; `nil` for null, which means not in effect.
  mutating func leg() throws(RecordError) -> Double? {
    if isInfinity("leg") { return try numberOrInfinity("leg") }
    return try numberOrNull("leg")
  }
}
