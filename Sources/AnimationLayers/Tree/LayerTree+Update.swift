// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension LayerTree {
  /// Shows all layers at a media time, then tells what has started, stopped and completed since.
  ///
  /// In this order: animations added since the last update are committed (a begin time of 0 becomes
  /// their layer's time now), all layers are evaluated, delegates are told of starts and then of stops,
  /// each in the order in which the animations were added, and completion blocks run. All of it is
  /// noted before the first call, so that layers and animations may be added and removed in any; what
  /// that sets off, the next update tells.
  ///
  /// Allocates nothing where nothing was added since the last, and nothing started or ended.
  /// - Parameter mediaTime: Seconds on a monotonic timeline; finite, not before the last update's.
  /// - Precondition: not called from inside a callback or a transaction.
  /// - Complexity: O(layers + animations).
  public func update(at mediaTime: Double) {
    precondition(mediaTime.isFinite, "a media time must be finite, but is \(mediaTime)")
    precondition(
      now.map { mediaTime >= $0 } ?? true,
      "media time \(mediaTime) must not be before the last update's, \(now ?? 0)")
    precondition(!isUpdating, "update(at:) must not be called from inside a callback")
    precondition(currentTransaction == nil, "update(at:) must not be called in a transaction")
    isUpdating = true
    defer { isUpdating = false }
    now = mediaTime
    if isOrderStale { makeOrder() }
    for index in order.indices {
      let entry = order[index]
      entry.layer._withUnsafeGuaranteedRef { evaluate($0, in: entry.parent, at: mediaTime) }
    }
    tellAll()
  }

  /// - Parameter parent: The superlayer's place in the order; negative for the root.
  private func evaluate(_ layer: Layer, in parent: Int, at mediaTime: Double) {
    var parentTime = mediaTime
    var parentDirection = 1
    if parent >= 0 {
      (parentTime, parentDirection) = order[parent].layer._withUnsafeGuaranteedRef {
        ($0.localTime, $0.direction)
      }
    }
    let space = layer.space
    layer.localTime = space.local(at: parentTime)
    layer.direction = parentDirection * space.directionSign
    layer.evaluate(in: self)
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

  private func tellAll() {
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
