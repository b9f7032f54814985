// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Settings for the animations added while the transaction is open; see
/// ``LayerTree/transaction(_:)``.
///
/// Source: CATransaction, which has one stack per thread; ours has one per tree.
public final class Transaction {
  /// Core Animation's default, in seconds.
  static let defaultDuration = 0.25

  /// The duration of animations without their own duration, in seconds; by default 0.25, or in a
  /// nested transaction the duration of the outer one.
  ///
  /// With 0, such animations start and end in the same frame.
  /// - Precondition: finite, 0 or more.
  public var duration: Double {
    willSet {
      precondition(
        newValue >= 0 && newValue.isFinite,
        "a transaction's duration must be finite and not negative, but is \(newValue)")
    }
  }

  /// The timing function of animations that have none of their own.
  ///
  /// With `nil`, the default, explicit animations are linear and implicit ones use
  /// `TimingFunction.default`.
  public var timingFunction: TimingFunction?

  /// Whether property changes show immediately, without an implicit animation; default no.
  public var areActionsDisabled: Bool

  let parent: Transaction?
  private var isOpen = true
  private var completions: [CompletionGroup] = []
  private weak var tree: LayerTree?

  init(in tree: LayerTree) {
    let parent = tree.currentTransaction
    self.tree = tree
    self.parent = parent
    duration = parent?.duration ?? Self.defaultDuration
    timingFunction = parent?.timingFunction
    areActionsDisabled = parent?.areActionsDisabled ?? false
  }

  /// Adds a closure to call when all animations added from now on, in this transaction and in
  /// nested transactions, have ended or been removed.
  ///
  /// An update calls the closure once, after the delegates and never inside the transaction. If no
  /// animation is added, the next update does. A transaction may have several closures.
  /// - Precondition: the transaction is open.
  public func addCompletion(_ block: @escaping () -> Void) {
    precondition(isOpen, "a completion must be added while the transaction is open")
    let group = CompletionGroup(in: tree, block: block)
    completions.append(group)
    tree?.openCompletions.append(group)
  }

  func close() {
    isOpen = false
    guard let tree, !completions.isEmpty else { return }
    for group in completions { group.close(number: tree.nextNumber()) }
    tree.openCompletions.removeAll(where: \.isClosed)
  }
}

/// A completion closure and the number of animations that the closure waits for.
final class CompletionGroup {
  var remaining = 0
  private(set) var isClosed = false
  /// The group's number in the order of closing.
  private(set) var number = 0
  private var block: (() -> Void)?
  private weak var tree: LayerTree?

  init(in tree: LayerTree?, block: @escaping () -> Void) {
    self.tree = tree
    self.block = block
  }

  func leave() {
    remaining -= 1
    passOnIfReady()
  }

  func close(number: Int) {
    isClosed = true
    self.number = number
    passOnIfReady()
  }

  func run() {
    let block = block
    self.block = nil
    block?()
  }

  private func passOnIfReady() {
    if isClosed && remaining == 0 { tree?.completions.append(self) }
  }
}

extension LayerTree {
  /// Opens a transaction, runs the body, and closes the transaction.
  ///
  /// ```swift
  /// tree.transaction { transaction in
  ///   transaction.duration = 0.5
  ///   layer.opacity = 0      // fades from what shows now, over half a second
  /// }
  /// ```
  /// A transaction affects only this tree's layers. A nested transaction starts with the settings
  /// of the outer transaction and does not change them. Animations added in a transaction begin
  /// with the next update; those of a layer that joins the tree count as added. The transaction
  /// also closes if the body throws.
  /// - Returns: The body's result.
  public func transaction<Result, Failure: Error>(
    _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let transaction = Transaction(in: self)
    currentTransaction = transaction
    defer {
      currentTransaction = transaction.parent
      transaction.close()
    }
    return try body(transaction)
  }
}
