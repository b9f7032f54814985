// SPDX-License-Identifier: Apache-2.0

/// Layers that are driven together by one media time.
///
/// Holds what Core Animation keeps for a whole process. Two trees know nothing of each other. Not
/// thread-safe.
public final class LayerTree {
  /// The layer that all others are in; its superlayer's time is media time.
  public let root = Layer()

  /// The media time of the last update in seconds; `nil` before the first.
  public internal(set) var now: Double?

  /// The innermost transaction that is open, if one is.
  public internal(set) var currentTransaction: Transaction?

  var recording: StateRecording?
  /// Whether layers have come, gone or moved since the order was made.
  var isOrderStale = true
  @exclusivity(unchecked) var order: [OrderedLayer] = []
  var starts: [NotedEvent] = []
  var stops: [NotedEvent] = []
  var completions: [CompletionGroup] = []
  /// Those that an animation added now has to wait for.
  var openCompletions: [CompletionGroup] = []
  var isUpdating = false
  private var lastNumber = 0

  /// Holds the layers of the order, so that it need not.
  var orderedLayers: [Layer] = []

  /// A layer, with its superlayer as an index into the order.
  ///
  /// A frame counts no references, which weak ones make slow: `orderedLayers` holds the layers.
  struct OrderedLayer {
    let layer: Unmanaged<Layer>
    let parent: Int
  }

  struct NotedEvent {
    let attached: AttachedAnimation
    let layer: Layer
    let finished: Bool
  }

  /// A tree of a root alone.
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
