// SPDX-License-Identifier: Apache-2.0

/// Invalid values for a spring.
public struct SpringError: Error, Hashable, Sendable {
  /// A parameter of a spring, or a quantity derived from them.
  public enum Parameter: CaseIterable, Hashable, Sendable {
    /// The mass; above 0.
    case mass
    /// The stiffness; above 0.
    case stiffness
    /// The damping; above 0, because an undamped spring never settles.
    case damping
    /// The initial velocity; -1e9...1e9.
    case initialVelocity
    /// `sqrt(stiffness / mass)`; 1e-6...1e6 radians per second.
    case angularFrequency
    /// `damping / (2 sqrt(stiffness mass))`; 1e-6...1e6.
    case dampingRatio
  }

  /// The invalid parameter.
  public let parameter: Parameter
  /// Its value.
  public let value: Double

  static func check(_ value: Double, _ parameter: Parameter) throws(SpringError) {
    let isRight: Bool
    switch parameter {
    case .mass, .stiffness, .damping: isRight = value > 0 && value.isFinite
    case .initialVelocity: isRight = abs(value) <= 1e9
    case .angularFrequency, .dampingRatio: isRight = Spring.allowedRange.contains(value)
    }
    if !isRight { throw SpringError(parameter: parameter, value: value) }
  }
}

extension SpringError: CustomStringConvertible {
  /// The invalid value and the valid range.
  public var description: String {
    let (name, demand) =
      switch parameter {
      case .mass: ("mass", "finite and above 0")
      case .stiffness: ("stiffness", "finite and above 0")
      case .damping: ("damping", "finite and above 0")
      case .initialVelocity: ("initialVelocity", "in -1e9...1e9 distances per second")
      case .angularFrequency: ("angular frequency", "in 1e-6...1e6 radians per second")
      case .dampingRatio: ("damping ratio", "in 1e-6...1e6")
      }
    return "a spring's \(name) \(value) must be \(demand)"
  }
}
