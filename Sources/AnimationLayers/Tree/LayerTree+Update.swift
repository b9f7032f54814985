// SPDX-License-Identifier: Apache-2.0

extension LayerTree {
  /// Shows all layers at a media time, then reports the events since the last update.
  ///
  /// For animations added since the last update, a begin time of 0 becomes the layer's current
  /// time. After all layers are evaluated, delegates receive starts, then stops, each in the order
  /// in which the animations were added. Then completion blocks are called, in the order in which
  /// their transactions closed. Callbacks may add and remove layers and animations; the next update
  /// reports the resulting starts and stops.
  ///
  /// Allocates nothing if nothing was added since the last update and nothing starts or ends.
  /// - Parameter mediaTime: Seconds on a monotonic timeline, within ±1e12.
  /// - Precondition: The time is in its range and not before the last update's; not called from inside a
  ///   callback or a transaction.
  /// - Complexity: O(layers + animations).
  public func update(at mediaTime: Double) {
    precondition(
      !isUpdating,
      "update(at:) must not be called from inside a callback: set values there, update afterwards")
    precondition(
      currentTransaction == nil,
      "update(at:) must not be called in a transaction: close it first")
    let time = LayerTicks(seconds: mediaTime, "a media time")
    if let now {
      precondition(
        mediaTime >= now, "media time \(mediaTime) must not be before the last update's, \(now)")
    }
    isUpdating = true
    defer { isUpdating = false }
    now = mediaTime
    if isOrderStale { makeOrder() }
    for index in order.indices {
      let entry = order[index]
      entry.layer._withUnsafeGuaranteedRef { evaluate($0, in: entry.parent, at: time) }
    }
    reportAll()
  }

  /// - Parameter parent: The superlayer's index in the order; negative for the root.
  private func evaluate(_ layer: Layer, in parent: Int, at mediaTime: LayerTicks) {
    var outer = ContentPoint(time: mediaTime)
    var isFolded = layer.repetition != nil || layer.fold != nil
    if parent >= 0 {
      order[parent].layer._withUnsafeGuaranteedRef {
        outer = $0.point
        if $0.fold != nil { isFolded = true }
      }
    }
    if isFolded {
      fold(layer, in: parent, at: outer)
    } else {
      let space = layer.timeSpace
      layer.point.time = space.local(at: outer.time)
      layer.point.direction = outer.direction * space.directionSign
      layer.point.isReversed = layer.point.direction < 0
    }
    layer.evaluate(in: self)
  }

  /// Not inlined, because inlining would slow down layers without repeats.
  @inline(never)
  private func fold(_ layer: Layer, in parent: Int, at outer: ContentPoint) {
    let outerFold = parent >= 0 ? order[parent].layer._withUnsafeGuaranteedRef { $0.fold } : nil
    if layer.repetition?.isFinite ?? false || outerFold != nil {
      let fold = layer.fold ?? FoldedTime()
      layer.fold = fold
      fold.move(layer, in: outer, outerFold)
    } else {
      layer.fold = nil
      layer.point = layer.contentPoint(in: outer).point
    }
  }

  /// Lists all layers, superlayers before their sublayers.
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
    // Events from here on belong to the next update.
    var starts: [NotedEvent] = []
    var stops: [NotedEvent] = []
    var completions: [CompletionGroup] = []
    swap(&starts, &self.starts)
    swap(&stops, &self.stops)
    swap(&completions, &self.completions)
    starts.sort { $0.attached.number < $1.attached.number }
    stops.sort { $0.attached.number < $1.attached.number }
    completions.sort { $0.number < $1.number }
    for event in starts {
      event.attached.animation.delegate?.animationDidStart(event.attached.event(on: event.layer))
    }
    for event in stops {
      event.attached.animation.delegate?.animationDidStop(
        event.attached.event(on: event.layer), finished: event.finished)
    }
    for group in completions { group.run() }
  }
}
