// SPDX-License-Identifier: Apache-2.0

// Exported so that `import AnimationLayers` alone provides `Point`, `Color` and `TimingFunction`.
@_exported import DynamicRepeat

/// A node of a layer tree, with its own time, properties and animations.
///
/// ```swift
/// let tree = LayerTree()
/// let square = Layer()
/// tree.root.add(square)
/// square.opacity = 0.5                        // the model value, without animations
/// square.add(BasicAnimation(.opacity, from: 0, to: 1))
/// tree.update(at: frame.time)                 // each frame
/// draw(opacity: square.presentation.opacity)  // the presented value
/// ```
/// A layer draws nothing; the program draws the values of ``presentation``. Not thread-safe: use a
/// tree and its layers from one thread. Source: CALayer, with all its timing properties.
@dynamicMemberLookup
public final class Layer {
  // Fields that every frame reads are unchecked, because the runtime's exclusivity check costs
  // time. No such field is changed while it is read.

  /// The mapping from the superlayer's time (media time for the root) to the layer's local time.
  ///
  /// Assigning a time space may make local time jump.
  @exclusivity(unchecked) public var timeSpace = TimeSpace() {
    didSet { if timeSpace != oldValue { fold?.hasNewTiming = true } }
  }
  // Unowned, because weak references are slow; a freed layer clears the reference in its sublayers.
  /// The layer's superlayer; `nil` for a root and for a layer that is in no other layer.
  public internal(set) unowned(unsafe) var superlayer: Layer?

  /// The sublayers, bottom first.
  /// - Complexity: O(sublayers) after a removal from the middle, else O(1).
  public var sublayers: [Layer] { children.elements }

  /// The layer's tree, if any.
  public internal(set) weak var tree: LayerTree?

  var children = ObjectList<Layer>()
  var indexInList = 0
  /// The timing properties that ``timeSpace`` does not have; `nil` if all have their defaults.
  @exclusivity(unchecked) var repetition: LayerRepetition? {
    didSet { fold?.hasNewTiming = true }
  }
  /// The update state of a layer that repeats or is inside a repeating layer; else `nil`.
  @exclusivity(unchecked) var fold: FoldedTime?
  @exclusivity(unchecked) @usableFromInline var slots: [PropertySlot] = []
  @exclusivity(unchecked) var animations = ObjectList<AttachedAnimation>()
  var keyedAnimations: [AnimationKey: AttachedAnimation] = [:]
  @exclusivity(unchecked) var recorded: [RecordedPair] = []
  var hasPending = false
  /// Whether an update must refresh the values although no animation runs.
  var isStale = true
  /// Whether an update has shown the layer since it joined its tree.
  var hasBeenShown = false
  /// The time state of the content at the last update.
  @exclusivity(unchecked) var point = ContentPoint(time: .zero)

  /// A layer outside any tree, with all properties at their defaults.
  public init() {}

  deinit {
    for animation in animations.elements { animation.settle() }
    Self.release(takeSublayers())
  }

  /// The model value: the property's value without animations.
  ///
  /// Inside ``LayerTree/transaction(_:)``, an assignment adds an implicit animation from the
  /// presented value, unless actions are disabled or no update has shown the layer yet. An
  /// assignment outside a transaction shows from the next update on.
  public subscript<Value>(_ property: AnimatableProperty<Value>) -> Value {
    get {
      guard let slot = existingSlot(for: property) else { return property.defaultValue }
      return slot.model
    }
    set { set(property, to: newValue) }
  }

  /// The presented values at the last update; before the first, the model values.
  @inlinable public var presentation: Presentation { Presentation(layer: self) }

  /// A layer's presented values.
  public struct Presentation {
    @usableFromInline let layer: Layer

    @inlinable init(layer: Layer) { self.layer = layer }

    /// Whether to draw the layer; `false` only if the layer or an ancestor has a finite duration,
    /// is outside its active interval and does not fill there.
    public var isShown: Bool { layer.point.isShown }

    /// The presented value of a property.
    @inlinable public subscript<Value>(_ property: AnimatableProperty<Value>) -> Value {
      // Not `?.`: an optional of a generic type costs a metadata look-up in each call.
      guard let slot = layer.existingSlot(for: property) else { return property.defaultValue }
      return slot.presentation
    }
  }
}

extension Layer: ListedObject {
  static func makeVacancy() -> Layer { Layer() }
}

// MARK: - Values

extension Layer {
  private func set<Value>(_ property: AnimatableProperty<Value>, to value: Value) {
    let slot = slot(for: property)
    isStale = true
    let recording = tree?.recording
    recording?.note(slot, of: self)
    slot.model = value
    if recording?.isInAlternateState == true { return }
    guard hasBeenShown else {
      slot.presentation = value
      return
    }
    guard recording == nil, let transaction = tree?.currentTransaction,
      !transaction.areActionsDisabled
    else { return }
    var action = BasicAnimation(property, from: slot.presentation)
    action.timingFunction = transaction.timingFunction ?? .default
    add(action, forKey: AnimationKey(for: property))
  }

  @inlinable func existingSlot<Value>(for property: AnimatableProperty<Value>) -> TypedSlot<Value>?
  {
    let identity = property.identity
    for slot in slots where slot.identity == identity {
      return unsafeDowncast(slot, to: TypedSlot<Value>.self)
    }
    return nil
  }

  func slot<Value>(for property: AnimatableProperty<Value>) -> TypedSlot<Value> {
    if let slot = existingSlot(for: property) { return slot }
    let slot = TypedSlot(property)
    slots.append(slot)
    return slot
  }
}
