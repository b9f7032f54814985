// SPDX-License-Identifier: Apache-2.0

/// An interval of elapsed time, `(from, to]`, during which no repeating ancestor begins another
/// pass.
///
/// A pass is one run of a repeating layer's content, from start to end or back.
struct ElapsedInterval: Equatable {
  var from: LayerTicks
  var to: LayerTicks
  /// Whether time ran backwards; an empty interval has a direction too.
  var isBackwards: Bool
}

/// The update state of a layer that has a finite duration, or an ancestor with a finite duration.
///
/// Events are computed from the elapsed intervals, not from the displayed frames, so an event
/// between two frames is not missed.
final class FoldedTime {
  /// The content times since the last update: one interval for each pass, without duplicates.
  @exclusivity(unchecked) private(set) var passed: [ElapsedInterval] = []
  /// The content time of this update as an interval; `nil` outside the active interval.
  @exclusivity(unchecked) private(set) var present: ElapsedInterval?
  /// Whether this is the last pass, of this layer and of every ancestor.
  @exclusivity(unchecked) private(set) var isLastPass = true
  /// Whether all passes are over: after the end or, if time runs backwards, before the beginning.
  @exclusivity(unchecked) private(set) var isOver = false
  /// Whether time has not yet entered the active interval of this layer or of an ancestor.
  @exclusivity(unchecked) private(set) var isAhead = false
  /// Whether content time may have jumped, because this layer or an ancestor has new timing.
  @exclusivity(unchecked) private(set) var hasJumped = false
  /// Whether the program has changed this layer's timing or superlayer since the last update.
  @exclusivity(unchecked) var hasNewTiming = false
  @exclusivity(unchecked) private var lastLocal: LayerTicks?

  /// Advances the state from the layer's last update to this update.
  /// - Parameter outerFold: The superlayer's state; `nil` if neither the superlayer nor an ancestor
  ///   of it repeats.
  func move(_ layer: Layer, in outer: ContentPoint, _ outerFold: FoldedTime?) {
    let (point, local, sample) = layer.contentPoint(in: outer)
    let space = layer.timeSpace
    layer.point = point
    let direction = outer.direction * space.directionSign
    let now = ElapsedInterval(from: local, to: local, isBackwards: direction < 0)
    present = outerFold != nil && outerFold?.present == nil ? nil : now
    let repetition = sample == nil ? nil : layer.repetition
    hasJumped = hasNewTiming || outerFold?.hasJumped ?? false
    hasNewTiming = false
    passed.removeAll(keepingCapacity: true)
    if let lastLocal {
      // Media time has no passes. A pass of an ancestor starts where that layer's content does,
      // except the first pass after a jump, which starts at the last update's time.
      for index in 0..<(outerFold?.passed.count ?? 1) {
        var interval = outerFold.map { space.passed($0.passed[index]) } ?? now
        if index == 0, outerFold == nil || hasJumped, lastLocal != interval.to {
          interval.from = lastLocal
          interval.isBackwards = interval.to < lastLocal
        }
        add(interval, repetition)
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
      ? ElapsedInterval(from: point.time, to: point.time, isBackwards: isBackwards) : nil
  }

  private func add(_ local: ElapsedInterval, _ repetition: LayerRepetition?) {
    if let repetition { repetition.fold(local, into: &passed) } else { passed.append(local) }
  }

  /// Whether an interval since the last update satisfies `matches`.
  ///
  /// For a new animation, only the present interval is tested.
  func hasPassed(isNew: Bool, _ matches: (ElapsedInterval) -> Bool) -> Bool {
    isNew ? present.map(matches) ?? false : passed.contains(where: matches)
  }

  private func settle(_ sample: MediaSample, _ direction: Int, lastLeg: Int) {
    let isPast =
      switch sample.stage {
      case .before: direction < 0
      case .after: direction > 0
      case .active: false
      }
    // If an ancestor has another pass, this layer's passes are played again and are not over.
    isOver = isOver || isLastPass && !isAhead && isPast
    isLastPass = isOver || isLastPass && sample.leg == (direction < 0 ? 0 : lastLeg)
    isAhead = isAhead || sample.stage != .active && !isPast
  }
}

extension TimeSpace {
  fileprivate func passed(_ parent: ElapsedInterval) -> ElapsedInterval {
    ElapsedInterval(
      from: local(at: parent.from), to: local(at: parent.to),
      isBackwards: parent.isBackwards != (directionSign < 0))
  }
}

extension LayerRepetition {
  /// Appends the content times of an interval of local time.
  ///
  /// All complete passes in one direction are equal, so one forward pass and one backward pass
  /// represent all passes between the first and the last.
  fileprivate func fold(_ local: ElapsedInterval, into passed: inout [ElapsedInterval]) {
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
      let ends: (LayerTicks, LayerTicks) = isBackwards ? (duration, .zero) : (.zero, duration)
      let interval = ElapsedInterval(
        from: index == 0 ? first.content : ends.0, to: leg == last.leg ? last.content : ends.1,
        isBackwards: isBackwards)
      if !passed.contains(interval) { passed.append(interval) }
      leg += step
    }
  }
}
