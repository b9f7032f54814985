// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension LayerTree {
  /// Shows all layers at a media time, then reports what has started, stopped and completed since.
  ///
  /// In this order: animations added since the last update are committed (a begin time of 0 becomes
  /// their layer's time now), all layers are evaluated, starts and then stops are reported to
  /// delegates, each in the order in which the animations were added, and completion blocks run.
  /// All of it is noted before the first call, so that layers and animations may be added and
  /// removed in any; what that sets off, the next update reports.
  ///
  /// Allocates nothing where nothing was added since the last, and nothing started or ended.
  /// - Parameter mediaTime: Seconds on a monotonic timeline; finite, not before the last update's.
  /// - Precondition: not called from inside a callback or a transaction, which
  ///   ``update(validating:)`` reports as an error, like a time that is not finite or before the
  ///   last.
  /// - Complexity: O(layers + animations).
  public func update(at mediaTime: Double) {
    trapping { () throws(LayerError) in try update(validating: mediaTime) }
  }

  /// The same as ``update(at:)`` for a time or a call that may be invalid.
  /// - Throws: `LayerError.timeNotFinite`, `.timeBackwards`, `.updateInCallback` or
  ///   `.updateInTransaction`; then nothing has changed.
  public func update(validating mediaTime: Double) throws(LayerError) {
    if isUpdating { throw .updateInCallback }
    if currentTransaction != nil { throw .updateInTransaction }
    guard mediaTime.isFinite else { throw .timeNotFinite(mediaTime) }
    if let now, mediaTime < now { throw .timeBackwards(mediaTime, last: now) }
    isUpdating = true
    defer { isUpdating = false }
    now = mediaTime
    if isOrderStale { makeOrder() }
    for index in order.indices {
      let entry = order[index]
      entry.layer._withUnsafeGuaranteedRef { evaluate($0, in: entry.parent, at: mediaTime) }
    }
    if !assignments.isEmpty { checkAssignments(at: mediaTime) }
    reportAll()
    if !diagnostics.isEmpty { reportDiagnostics() }
  }

  private func reportDiagnostics() {
    let noted = diagnostics
    diagnostics = []
    for diagnostic in noted { diagnosticsHandler?(diagnostic) }
  }

  /// - Parameter parent: The superlayer's index in the order; negative for the root.
  private func evaluate(_ layer: Layer, in parent: Int, at mediaTime: Double) {
    var parentTime = mediaTime
    var parentDirection = 1
    var isFolded = layer.repetition != nil || layer.fold != nil
    if parent >= 0 {
      order[parent].layer._withUnsafeGuaranteedRef {
        parentTime = $0.contentTime
        parentDirection = $0.direction
        if $0.fold != nil { isFolded = true }
      }
    }
    if isFolded {
      fold(layer, in: parent, at: mediaTime)
    } else {
      let space = layer.space
      let direction = parentDirection * space.directionSign
      layer.contentTime = space.local(at: parentTime)
      layer.direction = direction
      layer.isReversed = direction < 0
    }
    layer.evaluate(in: self)
  }

  /// Where something repeats, kept apart from the way of all other layers.
  @inline(never)
  private func fold(_ layer: Layer, in parent: Int, at mediaTime: Double) {
    let outer = parent >= 0 ? order[parent].layer._withUnsafeGuaranteedRef { $0 } : nil
    let outerPoint =
      outer.map {
        $0.fold?.point
          ?? ContentPoint(time: $0.contentTime, direction: $0.direction, isReversed: $0.isReversed)
      } ?? .media(mediaTime)
    let isFolded = layer.repetition?.isFinite ?? false || outer?.fold != nil
    if isFolded {
      let fold = layer.fold ?? FoldedTime()
      layer.fold = fold
      fold.move(layer, in: outerPoint, outer?.fold)
    } else {
      layer.fold = nil
    }
    let point = layer.fold?.point ?? layer.contentPoint(in: outerPoint).point
    layer.contentTime = point.time
    layer.direction = point.direction
    layer.isReversed = point.isReversed
  }

  /// Superlayers before their sublayers.
  private func makeOrder() {
    order = [OrderedLayer(layer: .passUnretained(root), parent: -1)]
    orderedLayers = [root]
    var index = 0
    while index < order.count {
      for sublayer in orderedLayers[index].sublayers {
        order.append(OrderedLayer(layer: .passUnretained(sublayer), parent: index))
        orderedLayers.append(sublayer)
      }
      index += 1
    }
    isOrderStale = false
  }

  private func reportAll() {
    guard !(starts.isEmpty && stops.isEmpty && completions.isEmpty) else { return }
    // What is noted from here on is for the next update.
    var starts: [NotedEvent] = []
    var stops: [NotedEvent] = []
    var completions: [CompletionGroup] = []
    swap(&starts, &self.starts)
    swap(&stops, &self.stops)
    swap(&completions, &self.completions)
    starts.sort { $0.attached.number < $1.attached.number }
    stops.sort { $0.attached.number < $1.attached.number }
    for event in starts {
      event.attached.animation.delegate?.animationDidStart(AnimationEvent(event))
    }
    for event in stops {
      event.attached.animation.delegate?.animationDidStop(
        AnimationEvent(event), finished: event.finished)
    }
    for group in completions { group.run() }
  }
}

extension AnimationEvent {
  fileprivate init(_ event: LayerTree.NotedEvent) {
    self.init(
      layer: event.layer, key: event.attached.key, animation: event.attached.animation)
  }
}
