// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

@Suite struct CubicTrackTests {
  /// De Casteljau's construction and the polynomial differ by some roundings of 1e-14.
  static let tolerance = 1e-11

  @Test func `even key times make a Catmull-Rom spline`() throws {
    let values = [0.0, 10, -5, 20]
    let track = try KeyframeTrack.cubic(values)
    for share in [0.1, 0.25, 0.5, 0.9] {
      let (a, b, c, d) = (values[0], values[1], values[2], values[3])
      let cubic = -a + 3 * b - 3 * c + d
      let square = 2 * a - 5 * b + 4 * c - d
      let linear = c - a
      let expected =
        0.5 * (2 * b + linear * share + square * share * share + cubic * share * share * share)
      #expect((track.value(at: (1 + share) / 3) - expected).magnitude < Self.tolerance)
    }
  }

  @Test func `velocity is continuous at keyframes, also at uneven key times`() throws {
    let track = try KeyframeTrack.cubic([0.0, 10, -5, 20], keyTimes: [0, 0.125, 0.75, 1])
    let step = 1e-6
    for time in [0.125, 0.75] {
      let before = (track.value(at: time) - track.value(at: time - step)) / step
      let after = (track.value(at: time + step) - track.value(at: time)) / step
      // The second derivative jumps by some hundreds. The two slopes differ by this jump times the
      // step.
      #expect((before - after).magnitude < 0.05, "\(before) and \(after)")
    }
  }

  @Test func `tension 1 makes the motion stop at keyframes, and continuity -1 makes it straight`()
    throws
  {
    let values = [0.0, 10, -5, 20]
    let stops = try KeyframeTrack.cubic(
      values, parameters: Array(repeating: SplineParameters(tension: 1), count: 4))
    let step = 1e-5
    #expect((stops.value(at: 1 / 3.0 + step) - 10).magnitude < 1e-6)
    #expect((stops.value(at: 0.5) - 2.5).magnitude < Self.tolerance)
    let straight = try KeyframeTrack.cubic(
      values, parameters: Array(repeating: SplineParameters(continuity: -1), count: 4))
    let line = try KeyframeTrack(values)
    for time in [0.05, 0.4, 0.6, 0.95] {
      #expect((straight.value(at: time) - line.value(at: time)).magnitude < Self.tolerance)
    }
  }

  @Test func `a curve does not reach across a jump`() throws {
    let track = try KeyframeTrack.cubic([0.0, 1, 100, 101], keyTimes: [0, 0.5, 0.5, 1])
    #expect((track.value(at: 0.25) - 0.5).magnitude < Self.tolerance)
    #expect((track.value(at: 0.75) - 100.5).magnitude < Self.tolerance)
  }

  @Test func `a paced curve moves at a constant speed`() throws {
    let points = [
      Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 40), Point(x: -20, y: 41),
    ]
    let track = try KeyframeTrack.cubicPaced(points)
    let steps = 200
    let passed = (0...steps).map { track.value(at: Double($0) / Double(steps)) }
    let lengths = zip(passed, passed.dropFirst()).map { Point.distance(from: $0, to: $1) }
    let mean = lengths.reduce(0, +) / Double(steps)
    for length in lengths { #expect((length / mean - 1).magnitude < 0.03) }
    #expect(passed.last == points.last)
    // Without pacing the speed varies greatly.
    let unpaced = try KeyframeTrack.cubic(points)
    let slow = Point.distance(from: unpaced.value(at: 0.1), to: unpaced.value(at: 0.105))
    #expect(slow < mean / 2)
  }
}
