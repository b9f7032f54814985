// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

extension FillMode {
  /// The fill mode with this name.
  init(named name: String) throws {
    guard let mode = Self.allCases.first(where: { "\($0)" == name }) else {
      throw RecordError(problem: "fillMode must be one of \(Self.allCases), but is \(name)")
    }
    self = mode
  }
}

/// The timing properties that a record states, of the eight possible ones, and its timing function.
struct TimingFields: Decodable {
  var timing: MediaTiming
  /// `nil` for linear.
  let function: TimingFunction?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    func number(_ name: Field) throws -> Double { try fields.decode(Double.self, forKey: name) }
    func optional(_ name: Field) throws -> Double? {
      try fields.decodeIfPresent(Double.self, forKey: name)
    }
    let fillMode = try fields.decodeIfPresent(String.self, forKey: "fillMode")
    timing = MediaTiming(
      beginTime: try optional("beginTime") ?? 0, duration: try number("duration"),
      repeatCount: try number("repeatCount"), repeatDuration: try optional("repeatDuration") ?? 0,
      autoreverses: try fields.decodeIfPresent(Bool.self, forKey: "autoreverses") ?? false,
      speed: try optional("speed") ?? 1, timeOffset: try optional("timeOffset") ?? 0,
      fillMode: try fillMode.map { try FillMode(named: $0) } ?? .removed)
    function = try fields.decodeIfPresent(Curve.self, forKey: "timing")?.function
  }
}

/// A cubic Bezier, given by four numbers, or steps.
struct Curve: Decodable {
  let function: TimingFunction

  private struct Steps: Decodable {
    let steps: Int
    let jump: String
  }

  init(from decoder: any Decoder) throws {
    if let points = try? [Double](from: decoder) {
      guard points.count == 4 else {
        throw RecordError(problem: "there must be 4 control points, but there are \(points.count)")
      }
      function = .cubicBezier(points[0], points[1], points[2], points[3])
      return
    }
    let steps = try Steps(from: decoder)
    let jumps: [String: StepJump] = ["start": .start, "end": .end, "none": .none, "both": .both]
    guard let jump = jumps[steps.jump],
      let function = try? TimingFunction(steps: steps.steps, jump: jump)
    else { throw RecordError(problem: "there are no \(steps.steps) steps of kind \(steps.jump)") }
    self.function = function
  }
}
