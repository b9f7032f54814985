// SPDX-License-Identifier: Apache-2.0

import CReference

/// Tweens in C++, stepped one by one as the tweeny library documents it.
final class CompiledTweens {
  let count: Int
  private let tweens: OpaquePointer

  /// Whole milliseconds of a step: a frame at 60 Hz.
  static let step: Int32 = 17

  /// One for each repeat, whose one way takes as long, in whole milliseconds.
  init(_ repeats: ManyRepeats) {
    count = repeats.count
    let durations = (0..<repeats.count).map { Self.duration(of: $0, repeats) }
    guard let tweens = reference_tweens_make(durations, durations.count) else {
      preconditionFailure("there is no memory for \(durations.count) tweens")
    }
    self.tweens = tweens
  }

  deinit { reference_tweens_free(tweens) }

  /// Milliseconds of a tween.
  static func duration(of index: Int, _ repeats: ManyRepeats) -> Int32 {
    Int32((500 / repeats.rates[index]).rounded())
  }

  /// Steps all of them so many times, and adds their values up.
  func showFrames(_ count: Int) -> Double {
    var sum = 0.0
    for _ in 0..<count { sum += Double(reference_tweens_step(tweens, Self.step)) }
    return sum
  }

  /// What a tween shows.
  subscript(index: Int) -> Float { reference_tweens_value(tweens, index) }
}
