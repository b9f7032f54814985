// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A node of a tree: it has a time of its own, properties, and animations that move them.
///
/// ```swift
/// let tree = LayerTree()
/// let square = Layer()
/// tree.root.add(square)
/// square.opacity = 0.5                        // the model value: what is, without animations
/// square.add(BasicAnimation(.opacity, from: 0, to: 1))
/// tree.update(at: frame.time)                 // each frame
/// draw(opacity: square.presentation.opacity)  // what shows
/// ```
/// It draws nothing; a program draws what ``presentation`` says. Not thread-safe: a tree and its
/// layers are used from one thread.
///
/// Source: CALayer, of which it has the timing, all eight properties (``timing``), and the
/// animations.
@dynamicMemberLookup
public final class Layer: LayerValues {
  /// The layer's time in its superlayer's (the root's in media time).
  ///
  /// Changed alone, local time may jump; ``setSpeed(_:at:)`` and its kin change it without a jump.
  public var timeSpace: TimeSpace {
    get { space }
    set { space = newValue }
  }

  // Not weak, which is slow: a layer that is freed takes itself out of those in it.
  /// The layer that it is in; `nil` for a root, and outside of any.
  public internal(set) unowned(unsafe) var superlayer: Layer?

  /// The layers in it, the lowest first.
  /// - Complexity: O(sublayers) after a removal from between others, else O(1).
  public var sublayers: [Layer] { children.layers }

  /// The tree that it is part of, if any.
  public internal(set) weak var tree: LayerTree?

  // Frames read the unchecked fields too often to have the runtime check each access. None is ever
  // changed during a read of it.
  @exclusivity(unchecked) var space = TimeSpace.identity
  var children = SublayerList()
  /// Its index among the entries of its superlayer's list.
  var indexInSuperlayer = 0
  /// The properties of ``timing`` that the time space does not have; `nil` where all are at their
  /// defaults.
  @exclusivity(unchecked) var repetition: LayerRepetition?
  /// What an update knows of a layer in whose time something repeats; `nil` for all others.
  @exclusivity(unchecked) var fold: FoldedTime?
  @exclusivity(unchecked) @usableFromInline var slots: [PropertySlot] = []
  @exclusivity(unchecked) var animations: [AttachedAnimation] = []
  var keyedAnimations: [AnimationKey: AttachedAnimation] = [:]
  @exclusivity(unchecked) var recorded: [RecordedPair] = []
  var hasPending = false
  /// Whether an update has to look at its values although nothing animates them.
  var isStale = true
  /// Whether an update has shown it since it joined its tree.
  var hasBeenShown = false
  /// The time of its animations and sublayers, as of the last update.
  var contentTime = 0.0
  /// The sign of that time's speed against media time, as of the last update.
  var direction = 1
  /// Whether active intervals are half-open the other way, as of the last update.
  var isReversed = false

  /// A layer on its own, with all properties at their defaults.
  public init() {}

  deinit {
    let sublayers = children.takeAll()
    for animation in animations { animation.settle() }
    Self.release(sublayers)
  }

  /// The model value: what the property is where nothing animates it.
  ///
  /// Set inside ``LayerTree/transaction(_:)``, it is shown by an implicit animation from what shows
  /// now, unless actions are disabled or no update has shown the layer yet. Set elsewhere, it shows
  /// from the next update on.
  public subscript<Value>(_ property: AnimatableProperty<Value>) -> Value {
    get {
      guard let slot = existingSlot(for: property) else { return property.defaultValue }
      return slot.model
    }
    set { set(property, to: newValue) }
  }

  /// What shows, as of the last update.
  ///
  /// Before a layer's first update, the model values.
  @inlinable public var presentation: Presentation { Presentation(layer: self) }

  /// A layer's values as they show.
  public struct Presentation: LayerValues {
    @usableFromInline let layer: Layer

    @inlinable init(layer: Layer) { self.layer = layer }

    /// Whether the layer is to be drawn: always, but outside the active interval of a layer of
    /// finite duration, its own or one that it is in, that does not fill there.
    public var isShown: Bool { layer.fold?.point.isShown ?? true }

    /// What shows of a property.
    @inlinable public subscript<Value>(_ property: AnimatableProperty<Value>) -> Value {
      // No `?.`: an optional of a generic type costs a look-up of that type in every call.
      guard let slot = layer.existingSlot(for: property) else { return property.defaultValue }
      return slot.presentation
    }
  }
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
