// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A stretch of time that has passed, within one pass of everything around it: `(from, to]`.
struct PassedTime: Equatable {
  var from: Double
  var to: Double
  /// Whether time ran from a later to an earlier one; a stretch of no length has a direction too.
  var isBackwards: Bool
}

/// What an update knows of a layer in whose time something repeats: one whose own duration is
/// finite, or that of a layer that it is in.
///
/// What it reports follows from the times that have passed, not from the frames that showed them.
final class FoldedTime {
  private(set) var point = ContentPoint(time: 0)
  /// The content times since the last update: one stretch for each pass, of equal ones the first.
  private(set) var passed: [PassedTime] = []
  /// The content time of this update, as a stretch; `nil` outside of an active interval.
  private(set) var present: PassedTime?
  /// Whether no further pass will come, of this layer or of one that it is in.
  private(set) var isLastPass = true
  /// Whether all passes are over, in the direction of time.
  private(set) var isOver = false
  /// Whether the present pass has not begun, of this layer or of one that it is in.
  private(set) var isAhead = false
  private var lastLocal: Double?

  /// Takes the layer from its last update to this one.
  /// - Parameter outerFold: The superlayer's; `nil` where nothing repeats in its time.
  func move(_ layer: Layer, in outer: ContentPoint, _ outerFold: FoldedTime?) {
    let (point, local, sample) = layer.contentPoint(in: outer)
    self.point = point
    let direction = outer.direction * layer.space.directionSign
    let now = PassedTime(from: local, to: local, isBackwards: direction < 0)
    present = outerFold != nil && outerFold?.present == nil ? nil : now
    let repetition = sample == nil ? nil : layer.repetition
    passed.removeAll(keepingCapacity: true)
    if let lastLocal {
      let outerPassed = outerFold?.passed.count ?? 1
      for index in 0..<outerPassed {
        var stretch = outerFold.map { layer.space.passed($0.passed[index]) } ?? now
        if outerPassed == 1, lastLocal != stretch.to {
          stretch.from = lastLocal
          stretch.isBackwards = stretch.to < lastLocal
        }
        add(stretch, repetition)
      }
    } else if let present {
      add(present, repetition)
    }
    lastLocal = local
    isLastPass = outerFold?.isLastPass ?? true
    isOver = outerFold?.isOver ?? false
    isAhead = outerFold?.isAhead ?? false
    guard let sample, let repetition else { return }
    settle(sample, direction, lastLeg: repetition.lastLeg)
    let isBackwards = (direction < 0) != sample.runsBackwards
    present =
      sample.stage == .active && present != nil
      ? PassedTime(from: point.time, to: point.time, isBackwards: isBackwards) : nil
  }

  /// Adds a stretch of local time.
  private func add(_ local: PassedTime, _ repetition: LayerRepetition?) {
    if let repetition { repetition.fold(local, into: &passed) } else { passed.append(local) }
  }

  /// Whether a stretch since the last update matches; of a new animation, the present alone.
  func hasPassed(isNew: Bool, _ matches: (PassedTime) -> Bool) -> Bool {
    isNew ? present.map(matches) ?? false : passed.contains(where: matches)
  }

  private func settle(_ sample: MediaSample, _ direction: Int, lastLeg: Int) {
    let isPast =
      switch sample.stage {
      case .before: direction < 0
      case .after: direction >= 0
      case .active: false
      }
    // What is past in one pass of a layer around it comes again in the next.
    isOver = isOver || isLastPass && !isAhead && isPast
    isLastPass = isOver || isLastPass && sample.leg == (direction < 0 ? 0 : lastLeg)
    isAhead = isAhead || sample.stage != .active && !isPast
  }
}

extension TimeSpace {
  /// A stretch of the parent's time in local time.
  fileprivate func passed(_ parent: PassedTime) -> PassedTime {
    PassedTime(
      from: local(at: parent.from), to: local(at: parent.to),
      isBackwards: parent.isBackwards != (speed < 0))
  }
}

extension LayerRepetition {
  /// Appends the content times of a stretch of local time.
  ///
  /// Of the passes between the first and the last there are two kinds at most, there and back: one
  /// of each stands for all.
  fileprivate func fold(_ local: PassedTime, into passed: inout [PassedTime]) {
    let first = sample(at: local.from, inReversedTime: local.isBackwards)
    let last = sample(at: local.to, inReversedTime: local.isBackwards)
    guard first.stage != (local.isBackwards ? .before : .after),
      last.stage != (local.isBackwards ? .after : .before)
    else { return }
    let step = local.isBackwards ? -1 : 1
    let count = (last.leg - first.leg) * step
    var leg = first.leg
    for index in 0...max(0, min(count, 3)) {
      if index == 3 || index == count { leg = last.leg }
      let isBackwards = local.isBackwards != (timing.autoreverses && leg & 1 == 1)
      let ends = isBackwards ? (timing.duration, 0) : (0, timing.duration)
      let stretch = PassedTime(
        from: index == 0 ? first.localTime : ends.0, to: leg == last.leg ? last.localTime : ends.1,
        isBackwards: isBackwards)
      if !passed.contains(stretch) { passed.append(stretch) }
      leg += step
    }
  }
}
