// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// What holds for the animations added while it is open: see ``LayerTree/transaction(_:)``.
///
/// Source: CATransaction, which keeps one stack for each thread; here it belongs to a tree.
public final class Transaction {
  /// Core Animation's default, in seconds: long enough to be seen, short enough not to wait for.
  static let defaultDuration = 0.25

  /// Seconds that animations take which do not say; 0.25 in an outermost transaction.
  ///
  /// 0 starts and ends them in the same frame.
  /// - Precondition: finite, 0 or more.
  public var duration: Double {
    willSet {
      precondition(
        newValue >= 0 && newValue.isFinite,
        "a transaction's duration must be finite and not negative, but is \(newValue)")
    }
  }

  /// The pace of animations that do not say; `nil`, the default, is linear, and for implicit ones
  /// `TimingFunction.default`.
  public var timingFunction: TimingFunction?

  /// Whether setting a property shows at once, without an implicit animation; default no.
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

  /// Calls a closure once all animations added from now on in this transaction, and in those nested
  /// in it, have ended or been removed.
  ///
  /// It is called once, by an update, after the delegates; never inside the transaction. Without
  /// animations, by the next update. A second closure adds to the first. Closures of one frame are
  /// called in the order in which their transactions closed.
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

/// A completion block and the number of animations that it waits for.
final class CompletionGroup {
  var remaining = 0
  private(set) var isClosed = false
  /// Its index in the order of closing.
  private(set) var number = 0
  private var block: (() -> Void)?
  private weak var tree: LayerTree?

  init(in tree: LayerTree?, block: @escaping () -> Void) {
    self.tree = tree
    self.block = block
  }

  /// One animation less.
  func leave() {
    remaining -= 1
    passOnIfReady()
  }

  /// No animations will join.
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
  /// Opens a transaction, runs the body, and closes it.
  ///
  /// ```swift
  /// tree.transaction { transaction in
  ///   transaction.duration = 0.5
  ///   layer.opacity = 0      // fades from what shows now, over half a second
  /// }
  /// ```
  /// It holds for this tree's layers, and is no global state. Transactions nest: an inner one
  /// begins with the outer one's duration, timing function and disabled actions, and changes
  /// nothing outside. Animations added in it begin with the next update; those of a layer that joins
  /// the tree in it count as added in it. The transaction closes when the body throws, too.
  /// - Returns: What the body returns.
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
