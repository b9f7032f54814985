// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What holds for the animations added while it is open: see ``LayerTree/transaction(_:)``.
///
/// Source: CATransaction, which keeps one stack for each thread; here it belongs to a tree.
public final class Transaction {
  /// Core Animation's default, in seconds: long enough to be seen, short enough not to wait for.
  static let defaultDuration = 0.25

  /// Seconds that animations take which do not say; 0.25 in an outermost transaction.
  ///
  /// 0 starts and ends them in the same frame.
  /// - Precondition: finite, 0 or more; ``setDuration(validating:)`` throws instead.
  public var duration: Double {
    get { seconds }
    set { trapping { () throws(LayerError) in try setDuration(validating: newValue) } }
  }

  /// Sets ``duration``, in seconds.
  /// - Throws: `LayerError.transactionDuration`; then nothing has changed.
  public func setDuration(validating duration: Double) throws(LayerError) {
    guard duration >= 0, duration.isFinite else { throw .transactionDuration(duration) }
    seconds = duration
  }

  private var seconds: Double

  /// The pace of animations that do not say; `nil`, the default, is linear, and for implicit ones
  /// `TimingFunction.default`.
  public var timingFunction: TimingFunction?

  /// Whether setting a property shows at once, without an implicit animation; default no.
  public var areActionsDisabled: Bool

  let parent: Transaction?
  private var completions: [CompletionGroup] = []
  private weak var tree: LayerTree?

  init(in tree: LayerTree) {
    let parent = tree.currentTransaction
    self.tree = tree
    self.parent = parent
    seconds = parent?.duration ?? Self.defaultDuration
    timingFunction = parent?.timingFunction
    areActionsDisabled = parent?.areActionsDisabled ?? false
  }

  /// Calls a closure once all animations added from now on in this transaction, and in those nested
  /// in it, have ended or been removed.
  ///
  /// It is called once, by an update, after the delegates; never inside the transaction.
  /// Without animations, by the next update. A second closure adds to the first.
  /// - Precondition: the transaction is open.
  public func addCompletion(_ block: @escaping () -> Void) {
    precondition(isOpen, "a completion must be added while the transaction is open")
    completions.append(CompletionGroup(in: tree, block: block))
  }

  /// Those that an animation added now has to wait for.
  var openCompletions: [CompletionGroup] { completions + (parent?.openCompletions ?? []) }

  private var isOpen: Bool {
    var next = tree?.currentTransaction
    while let open = next {
      if open === self { return true }
      next = open.parent
    }
    return false
  }

  func close() {
    for group in completions { group.close() }
  }
}

/// A completion block and the number of animations that it waits for.
final class CompletionGroup {
  var remaining = 0
  private var isClosed = false
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
  func close() {
    isClosed = true
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
  /// nothing outside. Animations added in it begin with the next update. The transaction closes
  /// when the body throws, too.
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
