// SPDX-License-Identifier: Apache-2.0

/// A tree of layers, driven by one media time.
///
/// A tree holds the state that Core Animation keeps per process; two trees are independent. Not
/// thread-safe.
public final class LayerTree {
  /// The root of all layers; its superlayer's time is media time.
  public let root = Layer()

  /// The media time of the last update in seconds; `nil` before the first.
  public internal(set) var now: Double?

  /// The innermost open transaction, if any.
  package internal(set) var currentTransaction: Transaction?

  var recording: StateRecording?
  /// Whether layers have joined, left or moved since the order was made.
  var isOrderStale = true
  @exclusivity(unchecked) var order: [OrderedLayer] = []
  var starts: [NotedEvent] = []
  var stops: [NotedEvent] = []
  var completions: [CompletionGroup] = []
  /// Completion groups of the open transactions; an animation added now joins all these groups.
  var openCompletions: [CompletionGroup] = []
  var isUpdating = false
  private var lastNumber = 0

  /// Retains the layers of the order, so that ``OrderedLayer`` need not.
  var orderedLayers: [Layer] = []

  /// A layer, with its superlayer as an index into the order.
  ///
  /// Unretained, because reference counting would slow down each frame; `orderedLayers` retains it.
  struct OrderedLayer {
    let layer: Unmanaged<Layer>
    let parent: Int
  }

  struct NotedEvent {
    let attached: AttachedAnimation
    let layer: Layer
    let finished: Bool
  }

  /// A tree with only a root.
  public init() {
    root.tree = self
  }

  deinit { root.forgetTree() }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func noteStart(of attached: AttachedAnimation, on layer: Layer) {
    starts.append(NotedEvent(attached: attached, layer: layer, finished: false))
  }

  func noteStop(of attached: AttachedAnimation, on layer: Layer, finished: Bool) {
    stops.append(NotedEvent(attached: attached, layer: layer, finished: finished))
  }
}
