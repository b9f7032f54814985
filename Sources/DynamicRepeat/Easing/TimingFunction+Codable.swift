// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// Encoded as an object with one key, the kind:
  /// `{"cubicBezier": [0.42, 0, 0.58, 1]}`, `{"steps": {"count": 4, "jump": "end"}}`,
  /// `{"easing": {"family": "bounce", "direction": "out"}}`,
  /// `{"spring": {"mass": 1, …, "tolerance": 0.001}}`, `{"stops": [{"output": 0, "input": 0}, …]}`.
  /// Decoding validates like the throwing initializers, and reports the invalid value.
  extension TimingFunction: Codable {
    private enum Kind: String, CodingKey {
      case cubicBezier
      case steps
      case easing
      case spring
      case stops
    }

    private struct Steps: Codable {
      var count: Int
      var jump: StepJump
    }

    private struct Easing: Codable {
      var family: EasingFamily
      var direction: EasingDirection
    }

    private enum SpringKey: String, CodingKey {
      case tolerance
    }

    /// Encodes the object described above.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Kind.self)
      switch storage {
      case .cubicBezier(let c):
        try container.encode([c.x1, c.y1, c.x2, c.y2], forKey: .cubicBezier)
      case .steps(let curve):
        try container.encode(Steps(count: curve.count, jump: curve.jump), forKey: .steps)
      case .easing(let family, let direction):
        try container.encode(Easing(family: family, direction: direction), forKey: .easing)
      case .spring(let curve):
        let nested = container.superEncoder(forKey: .spring)
        try curve.spring.encode(to: nested)
        var tolerance = nested.container(keyedBy: SpringKey.self)
        try tolerance.encode(curve.tolerance, forKey: .tolerance)
      case .stops(let curve):
        try container.encode(curve.points.map { Stop($0.output, at: $0.input) }, forKey: .stops)
      }
    }

    /// Decodes the object described above.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Kind.self)
      guard container.allKeys.count == 1, let kind = container.allKeys.first else {
        throw DecodingError.wrong(
          "a timing function must have exactly one of the keys cubicBezier, steps, easing, spring "
            + "and stops", at: container.codingPath)
      }
      do {
        self = try Self.decode(kind, from: container)
      } catch let error as TimingFunctionError {
        throw DecodingError.wrong(error.description, at: container.codingPath)
      }
    }

    private static func decode(
      _ kind: Kind, from container: KeyedDecodingContainer<Kind>
    ) throws -> TimingFunction {
      switch kind {
      case .cubicBezier:
        let c = try container.decode([Double].self, forKey: kind)
        guard c.count == 4 else {
          throw DecodingError.wrong(
            "cubicBezier has \(c.count) numbers, must have 4", at: container.codingPath)
        }
        return try TimingFunction(cubicBezier: c[0], c[1], c[2], c[3])
      case .steps:
        let steps = try container.decode(Steps.self, forKey: kind)
        return try TimingFunction(steps: steps.count, jump: steps.jump)
      case .easing:
        let easing = try container.decode(Easing.self, forKey: kind)
        return .easing(easing.family, easing.direction)
      case .spring:
        let spring = try container.decode(Spring.self, forKey: kind)
        let keys = try container.nestedContainer(keyedBy: SpringKey.self, forKey: kind)
        return try TimingFunction(
          spring: spring, tolerance: try keys.decode(Double.self, forKey: .tolerance))
      case .stops:
        return try TimingFunction(stops: try container.decode([Stop].self, forKey: kind))
      }
    }
  }

  /// Encoded as mass, stiffness, damping and initialVelocity; decoding validates them.
  extension Spring: Codable {
    private struct Saved: Codable {
      var mass: Double
      var stiffness: Double
      var damping: Double
      var initialVelocity: Double
    }

    /// Encodes the four values.
    public func encode(to encoder: any Encoder) throws {
      try Saved(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity
      ).encode(to: encoder)
    }

    /// Decodes the four values.
    public init(from decoder: any Decoder) throws {
      let saved = try Saved(from: decoder)
      do {
        try self.init(
          validatingMass: saved.mass, stiffness: saved.stiffness, damping: saved.damping,
          initialVelocity: saved.initialVelocity)
      } catch {
        throw DecodingError.wrong(error.description, at: decoder.codingPath)
      }
    }
  }

  extension DecodingError {
    fileprivate static func wrong(_ text: String, at path: [any CodingKey]) -> DecodingError {
      .dataCorrupted(Context(codingPath: path, debugDescription: text))
    }
  }
#endif
