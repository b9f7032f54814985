// SPDX-License-Identifier: Apache-2.0

/// A cubic Bezier from (0, 0) to (1, 1) as polynomials, solved by Newton's method, in `Float`.
struct SinglePrecisionBezier {
  private let ax: Float
  private let bx: Float
  private let cx: Float
  private let ay: Float
  private let by: Float
  private let cy: Float

  init(x1: Float, y1: Float, x2: Float, y2: Float) {
    (ax, bx, cx) = (1 + 3 * x1 - 3 * x2, 3 * x2 - 6 * x1, 3 * x1)
    (ay, by, cy) = (1 + 3 * y1 - 3 * y2, 3 * y2 - 6 * y1, 3 * y1)
  }

  func value(at x: Float) -> Float {
    var s = x
    for _ in 0..<8 {
      let miss = ((ax * s + bx) * s + cx) * s - x
      if abs(miss) < 1e-6 { break }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      if abs(slope) < 1e-6 { break }
      s -= miss / slope
    }
    return ((ay * s + by) * s + cy) * s
  }
}

/// An animation as a game in Swift has it in an array.
struct PulseStructure {
  var phase: Float
  var rate: Float
  var from: Float = 0
  var to: Float = 1
  var value: Float = 0
  let curve = SinglePrecisionBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  mutating func advance(by seconds: Float) {
    phase += rate * seconds
    if phase >= 1 { phase -= 1 }
    let way = phase < 0.5 ? 2 * phase : 2 - 2 * phase
    value = from + (to - from) * curve.value(at: way)
  }
}

/// An animation as a game in Swift has it that wants to hold on to one.
final class PulseObject {
  private var pulse: PulseStructure

  init(phase: Float, rate: Float) { pulse = PulseStructure(phase: phase, rate: rate) }

  func advance(by seconds: Float) { pulse.advance(by: seconds) }

  var value: Float { pulse.value }
}

/// Many animations in an array of structures.
struct StructureArray {
  private(set) var pulses: [PulseStructure]

  init(_ repeats: ManyRepeats) {
    pulses = (0..<repeats.count).map {
      PulseStructure(phase: repeats.phases[$0], rate: repeats.rates[$0])
    }
  }

  /// Moves all of them on by so many frames of a sixtieth of a second.
  mutating func showFrames(_ count: Int) -> Double {
    for _ in 0..<count {
      for index in pulses.indices { pulses[index].advance(by: 1.0 / 60) }
    }
    return Double(pulses[0].value)
  }
}

/// Many animations, each an object.
struct ObjectArray {
  let pulses: [PulseObject]

  init(_ repeats: ManyRepeats) {
    pulses = (0..<repeats.count).map {
      PulseObject(phase: repeats.phases[$0], rate: repeats.rates[$0])
    }
  }

  /// Moves all of them on by so many frames of a sixtieth of a second.
  func showFrames(_ count: Int) -> Double {
    for _ in 0..<count {
      for pulse in pulses { pulse.advance(by: 1.0 / 60) }
    }
    return Double(pulses[0].value)
  }
}
