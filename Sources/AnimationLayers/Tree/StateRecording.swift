// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Records the states that two set-up functions assign, and shows any state between them.
///
/// ```swift
/// let states = StateRecording(tree)
/// states.captureDefaultState { label.position = Point(x: 160, y: 420) }
/// states.captureAlternateState { label.position = Point(x: 160, y: 100) }
/// states.show(progress: 0.5)   // with the next update: (160, 260)
/// ```
/// The model values stay those of the default state; layers' own animations apply on top. A
/// property that only the alternate state assigns starts from its model value. Releasing the
/// recording shows the model values again.
public final class StateRecording {
  private let tree: LayerTree
  private var pairs: [RecordedPair] = []
  private(set) var isInAlternateState = false

  /// A recording for the layers of one tree, with nothing captured.
  public init(_ tree: LayerTree) {
    self.tree = tree
  }

  deinit {
    for pair in pairs { pair.release() }
  }

  /// Runs a function whose assignments form the default state; the assigned values become the model
  /// values.
  ///
  /// Discards the alternate state captured before. The assignments do not animate implicitly.
  /// - Precondition: no recording is under way in the tree.
  public func captureDefaultState(_ setUp: () -> Void) {
    for pair in pairs { pair.release() }
    pairs = []
    isInAlternateState = false
    record(setUp)
  }

  /// Runs a function whose assignments form the alternate state.
  ///
  /// Afterwards the earlier model values are restored.
  /// - Precondition: no recording is under way in the tree.
  public func captureAlternateState(_ setUp: () -> Void) {
    isInAlternateState = true
    record(setUp)
    for pair in pairs { pair.takeAlternate() }
  }

  /// Shows the values between the two states, from the tree's next update on.
  /// - Parameter progress: 0 is the default state, 1 the alternate state; other numbers
  ///   extrapolate.
  /// - Precondition: progress is finite.
  public func show(progress: Double) {
    precondition(progress.isFinite, "a progress must be finite, but is \(progress)")
    for pair in pairs { pair.progress = progress }
  }

  private func record(_ setUp: () -> Void) {
    precondition(tree.recording == nil, "another recording is under way in this tree")
    tree.recording = self
    setUp()
    tree.recording = nil
  }

  /// Records a slot before its value is assigned.
  func note<Value>(_ slot: TypedSlot<Value>, of layer: Layer) {
    guard isInAlternateState, !pairs.contains(where: { $0.slot === slot }) else { return }
    let pair = RecordedPair(slot, of: layer)
    pairs.append(pair)
    layer.recorded.append(pair)
  }
}

/// A property's two values.
final class RecordedPair {
  let slot: PropertySlot
  private weak var layer: Layer?
  var progress = 0.0 {
    didSet { layer?.isStale = true }
  }
  /// Stores the assigned value and restores the model value.
  let takeAlternate: () -> Void
  private let showValue: (Double) -> Void

  init<Value>(_ slot: TypedSlot<Value>, of layer: Layer) {
    self.slot = slot
    self.layer = layer
    let defaultValue = slot.model
    var alternate = defaultValue
    takeAlternate = {
      alternate = slot.model
      slot.model = defaultValue
    }
    showValue = {
      slot.presentation = .interpolate(from: defaultValue, to: alternate, progress: $0)
    }
  }

  func show() { showValue(progress) }

  func release() {
    layer?.isStale = true
    layer?.recorded.removeAll { $0 === self }
  }
}
