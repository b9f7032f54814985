// SPDX-License-Identifier: Apache-2.0

import CReference

/// Animations in C++ as games write them.
final class CompiledObjects {
  private let objects: OpaquePointer

  init(_ repeats: ManyRepeats, on set: InstructionSet, layout: reference_layout) {
    guard
      let objects = reference_objects_make(
        set.reference, layout, repeats.phases.base, repeats.rates.base, repeats.count)
    else { preconditionFailure("there is no memory for \(repeats.count) objects") }
    self.objects = objects
  }

  deinit { reference_objects_free(objects) }

  /// Moves all of them on by so many frames of a sixtieth of a second.
  func showFrames(_ count: Int) -> Double {
    for _ in 0..<count { reference_objects_advance(objects, 1.0 / 60) }
    return Double(self[0])
  }

  /// What an animation shows.
  subscript(index: Int) -> Float { reference_objects_value(objects, index) }
}
