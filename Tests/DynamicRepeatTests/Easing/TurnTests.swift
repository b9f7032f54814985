// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Where timing functions turn.
@Suite struct TurnTests {
  private static let curves: [(name: String, timing: TimingFunction)] = {
    var all: [(String, TimingFunction)] = [
      ("linear", .linear), ("ease in, ease out", .easeInEaseOut), ("default", .default),
      ("overshooting", .cubicBezier(0.68, -0.6, 0.32, 1.6)),
      ("above and back", .cubicBezier(0.1, 3, 0.9, 2.5)),
      ("far away", .cubicBezier(0.3, 1e300, 0.6, -1e300)),
      ("upright in the middle", .cubicBezier(1, -1, 0, 2)),
      ("steps", .steps(7, .both)), ("a step", .steps(1, .start)),
      ("a spring that swings", .spring(Spring(dampingRatio: 0.2, response: 0.3))),
      ("a critical spring", .spring(Spring(dampingRatio: 1, response: 0.3))),
      (
        "one that is thrown", .spring(Spring(dampingRatio: 1.5, response: 0.5, initialVelocity: 40))
      ),
      (
        "one that is thrown back",
        .spring(Spring(dampingRatio: 0.5, response: 1, initialVelocity: -9))
      ),
      ("samples", TimingFunction(samples: 33) { x in x * x * (3 - 5 * x) }),
      ("level", .sampled([0.5])),
    ]
    for family in EasingFamily.allCases {
      for direction in EasingDirection.allCases {
        all.append(("\(family) \(direction)", .easing(family, direction)))
      }
    }
    return all
  }()

  @Test(arguments: curves.indices, [true, false])
  func `between two turns a timing function only rises or only falls`(_ index: Int, forward: Bool) {
    let (name, timing) = Self.curves[index]
    var (input, pieces) = (forward ? 0.0 : 1, 0)
    let end = 1 - input
    while input != end {
      let turn = timing.nextTurn(from: input, forward: forward)
      #expect(forward ? turn > input : turn < input, "\(name) at \(input)")
      guard forward ? turn > input : turn < input else { return }
      let scale = max(1, timing(0.5).magnitude)
      let inside = (1..<200).map { timing(input + (turn - input) * Double($0) / 200) }
      let steps = zip(inside.dropFirst(), inside).map { $0 - $1 }
      let noise = 1e-13 * scale
      #expect(
        steps.allSatisfy { $0 >= -noise } || steps.allSatisfy { $0 <= noise },
        "\(name) from \(input) to \(turn)")
      input = turn
      pieces += 1
    }
    #expect(pieces <= 40, "\(name)")
  }

  @Test func `turns are where they are known to be`() throws {
    #expect(TimingFunction.easeInEaseOut.nextTurn(from: 0, forward: true) == 1)
    #expect(TimingFunction.steps(1000).nextTurn(from: 0.5, forward: false) == 0)
    let back = TimingFunction.easing(.back, .in).nextTurn(from: 0, forward: true)
    #expect(abs(back - 2 * 1.70158 / (3 * 2.70158)) < 1e-15)
    let stops = try TimingFunction(stops: [
      .init(0), .init(1, at: 0.25), .init(0, at: 0.25), .init(1),
    ])
    #expect(stops.nextTurn(from: 0, forward: true) == 0.25)
    #expect(stops.nextTurn(from: 0.25, forward: true) == 1)
    #expect(stops.nextTurn(from: 0.25, forward: false) == 0)
    #expect(stops.nextTurn(from: 1, forward: true) == 1)
  }
}
