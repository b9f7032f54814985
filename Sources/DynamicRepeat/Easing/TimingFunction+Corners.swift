// SPDX-License-Identifier: Apache-2.0

extension TimingFunction {
  /// The inputs at which the function may have a corner or a jump, in ascending order.
  ///
  /// Between these inputs the function is smooth. Some of them may be outside (0, 1).
  package var corners: [Double] {
    switch storage {
    case .cubicBezier, .spring: []
    case .steps(let curve): (1..<max(2, curve.count)).map { Double($0) / Double(curve.count) }
    case .stops(let curve): curve.points.map { $0.input }
    case .easing(let family, let direction): Self.corners(of: family, direction)
    }
  }

  /// The number of ``corners``, or one more.
  package var cornerCount: Int {
    switch storage {
    case .cubicBezier, .spring: 0
    case .steps(let curve): curve.count
    case .stops(let curve): curve.points.count
    case .easing: corners.count
    }
  }

  /// The number of oscillations of a spring; 0 for all other functions.
  package var oscillationCount: Double {
    guard case .spring(let curve) = storage, curve.spring.isUnderdamped else { return 0 }
    return curve.spring.angularFrequency * curve.seconds / (2 * Double.pi)
  }

  private static func corners(of family: EasingFamily, _ direction: EasingDirection) -> [Double] {
    // The inputs at which a bouncing ball touches the ground.
    let touches = family == .bounce ? [1, 2, 2.5].map { $0 / 2.75 } : []
    switch direction {
    case .in: return touches.map { 1 - $0 }.reversed()
    case .out: return touches
    case .inOut:
      return touches.map { (1 - $0) / 2 }.reversed() + [0.5] + touches.map { 0.5 + $0 / 2 }
    }
  }
}
