// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The commands that wait for positions: for a cycle's start, or for a phase of any cycle.
///
/// Search trees in one array, whose unused nodes are used again: adding a command, taking one and
/// finding the next position at which one falls due take O(log n), and nothing is allocated where the
/// room is reserved. The heap order of their pseudo-random priorities keeps the trees shallow.
/// Source: C. R. Aragon and R. G. Seidel, "Randomized search trees", FOCS 1989.
struct PositionedCommands: Sendable {
  private var nodes: [Node] = []
  private var firstUnused = Link.none
  /// Those that wait for a cycle's start, in order of cycles.
  private var cycles = Link.none
  /// Those that wait for a phase, in order of phases.
  private var phases = Link.none
  /// Those whose position has been reached, in order of scheduling.
  private var ready = Link.none

  /// How many commands wait.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Whether a position has been reached whose commands have not all been taken.
  var hasReady: Bool { ready != .none }

  /// The first, in order of scheduling, whose position has been reached.
  var firstReady: ScheduledCommand? {
    let node = first(in: ready)
    return node == .none ? nil : self[node].command
  }

  mutating func insert(_ command: ScheduledCommand) {
    let node = makeNode(command)
    count += 1
    switch command.moment {
    case .cycle: cycles = insert(node, into: cycles)
    case .now, .nextCycle, .phase, .time: phases = insert(node, into: phases)
    }
  }

  mutating func removeFirstReady() {
    let node = first(in: ready)
    ready = remove(self[node].key, from: ready)
    discard(node)
  }

  /// Removes a command, if it waits here.
  mutating func remove(_ id: ScheduledCommandID) -> Bool {
    guard let index = nodes.firstIndex(where: { $0.isUsed && $0.command.id == id }) else {
      return false
    }
    let node = Link(index)
    if case .cycle = nodes[index].command.moment {
      cycles = remove(nodes[index].key, from: cycles)
    } else {
      phases = remove(nodes[index].key, from: phases)
    }
    discard(node)
    return true
  }

  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    (firstUnused, cycles, phases, ready) = (.none, .none, .none, .none)
    count = 0
  }

  /// Makes room for `capacity` commands that wait.
  mutating func reserveCapacity(_ capacity: Int) { nodes.reserveCapacity(capacity) }

  /// How many bytes that takes.
  static func bytes(for capacity: Int) -> Int { capacity * MemoryLayout<Node>.stride }

  /// Becomes equal to `other` in storage of its own, which must be large enough.
  mutating func replaceContents(with other: borrowing PositionedCommands) {
    nodes.removeAll(keepingCapacity: true)
    for node in other.nodes { nodes.append(node) }
    firstUnused = other.firstUnused
    cycles = other.cycles
    phases = other.phases
    ready = other.ready
    count = other.count
  }
}

// MARK: - Positions

extension PositionedCommands {
  /// The next position, strictly beyond `position` in this direction, at which a command falls due.
  func next(from position: PrecisePosition, direction: Int) -> PrecisePosition? {
    guard direction != 0 else { return nil }
    let cycle = nextCycle(from: position, direction: direction)
    let phase = nextPhase(from: position, direction: direction)
    guard let cycle, let phase else { return cycle ?? phase }
    return direction > 0 ? min(cycle, phase) : max(cycle, phase)
  }

  private func nextCycle(from position: PrecisePosition, direction: Int) -> PrecisePosition? {
    let isInside = !position.isAtBoundary
    let node =
      direction > 0
      ? first(in: cycles, after: Key(cycle: position.cycle, sequence: .max))
      : last(in: cycles, before: Key(cycle: position.cycle + (isInside ? 1 : 0), sequence: -1))
    return node == .none ? nil : PrecisePosition(cycle: self[node].key.cycle, fraction: .zero)
  }

  private func nextPhase(from position: PrecisePosition, direction: Int) -> PrecisePosition? {
    guard phases != .none else { return nil }
    let fraction = position.fraction
    var cycle = position.cycle
    var node: Link
    if direction > 0 {
      // A phase that is a `Double` lies beyond the fraction where it lies beyond this `Double`.
      let limit = fraction.low < 0 ? fraction.high.nextDown : fraction.high
      node = first(in: phases, after: Key(phase: limit, sequence: .max))
      if node == .none {
        node = first(in: phases)
        cycle += 1
      }
    } else {
      let limit = fraction.low > 0 ? fraction.high.nextUp : fraction.high
      node = last(in: phases, before: Key(phase: limit, sequence: -1))
      if node == .none {
        node = last(in: phases)
        cycle -= 1
      }
    }
    return PrecisePosition(cycle: cycle, fraction: DoubleDouble(self[node].key.phase))
  }

  /// Makes ready all commands that fall due at `position`, which has been reached.
  mutating func makeReady(at position: PrecisePosition) {
    if position.isAtBoundary {
      let key = Key(cycle: position.cycle, sequence: -1)
      while case let node = first(in: cycles, after: key), node != .none,
        self[node].key.cycle == key.cycle
      {
        cycles = remove(self[node].key, from: cycles)
        addToReady(node)
      }
    }
    let key = Key(phase: position.fraction.high, sequence: -1)
    while case let node = first(in: phases, after: key), node != .none,
      self[node].key.phase == key.phase
    {
      phases = remove(self[node].key, from: phases)
      addToReady(node)
    }
  }

  private mutating func addToReady(_ node: Link) {
    self[node].key = Key(sequence: self[node].command.id.sequence, node: node)
    ready = insert(node, into: ready)
  }
}

// MARK: - Trees

extension PositionedCommands {
  /// The index of a node, or none.
  private struct Link: Hashable {
    let index: Int32

    static let none = Link(-1)

    init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
  }

  /// What a tree is ordered by: only cycles differ in one tree, only phases in the other.
  private struct Key: Comparable {
    var cycle = 0
    var phase = 0.0
    let sequence: Int
    /// No two nodes have one key, whatever was read.
    var node = Link.none

    static func < (a: Key, b: Key) -> Bool {
      if a.cycle != b.cycle { return a.cycle < b.cycle }
      if a.phase != b.phase { return a.phase < b.phase }
      if a.sequence != b.sequence { return a.sequence < b.sequence }
      return a.node.index < b.node.index
    }
  }

  private struct Node {
    var command: ScheduledCommand
    var key: Key
    var isUsed = true
    /// Smaller keys; of an unused node, the next unused one.
    var left = Link.none
    /// Larger keys.
    var right = Link.none
  }

  private subscript(_ link: Link) -> Node {
    _read { yield nodes[Int(link.index)] }
    _modify { yield &nodes[Int(link.index)] }
  }

  private mutating func makeNode(_ command: ScheduledCommand) -> Link {
    var key = Key(sequence: command.id.sequence)
    switch command.moment {
    case .cycle(let cycle): key.cycle = cycle
    case .phase(let phase): key.phase = phase
    case .now, .nextCycle, .time: break
    }
    guard firstUnused != .none else {
      key.node = Link(nodes.count)
      nodes.append(Node(command: command, key: key))
      return key.node
    }
    let node = firstUnused
    firstUnused = self[node].left
    key.node = node
    self[node] = Node(command: command, key: key)
    return node
  }

  /// Gives back a node that is in no tree any more.
  private mutating func discard(_ node: Link) {
    self[node].isUsed = false
    self[node].left = firstUnused
    firstUnused = node
    count -= 1
  }

  /// A number that looks random and is another one for each node.
  private func priority(of node: Link) -> UInt64 { SplitMix64.bits(Int(node.index)) }

  private mutating func insert(_ node: Link, into root: Link) -> Link {
    let (low, high) = split(root, before: self[node].key)
    self[node].left = .none
    self[node].right = .none
    return join(join(low, node), high)
  }

  private mutating func remove(_ key: Key, from root: Link) -> Link {
    guard root != .none else { return .none }
    if key < self[root].key {
      self[root].left = remove(key, from: self[root].left)
      return root
    }
    if self[root].key < key {
      self[root].right = remove(key, from: self[root].right)
      return root
    }
    return join(self[root].left, self[root].right)
  }

  /// One tree of two, all of whose keys in `low` lie below those in `high`.
  private mutating func join(_ low: Link, _ high: Link) -> Link {
    if low == .none { return high }
    if high == .none { return low }
    if priority(of: low) > priority(of: high) {
      self[low].right = join(self[low].right, high)
      return low
    }
    self[high].left = join(low, self[high].left)
    return high
  }

  /// A tree of the keys below `key`, and one of the others.
  private mutating func split(_ root: Link, before key: Key) -> (low: Link, high: Link) {
    guard root != .none else { return (.none, .none) }
    if self[root].key < key {
      let (low, high) = split(self[root].right, before: key)
      self[root].right = low
      return (root, high)
    }
    let (low, high) = split(self[root].left, before: key)
    self[root].left = high
    return (low, root)
  }

  private func first(in root: Link) -> Link {
    var node = root
    while node != .none, self[node].left != .none { node = self[node].left }
    return node
  }

  private func last(in root: Link) -> Link {
    var node = root
    while node != .none, self[node].right != .none { node = self[node].right }
    return node
  }

  /// The node with the smallest key above `key`.
  private func first(in root: Link, after key: Key) -> Link {
    var found = Link.none
    var node = root
    while node != .none {
      if key < self[node].key {
        found = node
        node = self[node].left
      } else {
        node = self[node].right
      }
    }
    return found
  }

  /// The node with the largest key below `key`.
  private func last(in root: Link, before key: Key) -> Link {
    var found = Link.none
    var node = root
    while node != .none {
      if self[node].key < key {
        found = node
        node = self[node].right
      } else {
        node = self[node].left
      }
    }
    return found
  }
}

// MARK: - All of them

extension PositionedCommands: Hashable {
  /// Calls `body` with each command: in order of cycles, then in order of phases.
  func visitAll(_ body: (ScheduledCommand) -> Void) {
    visit(cycles, body)
    visit(phases, body)
  }

  private func visit(_ root: Link, _ body: (ScheduledCommand) -> Void) {
    var node = first(in: root)
    while node != .none {
      body(self[node].command)
      node = first(in: root, after: self[node].key)
    }
  }

  /// All commands: in order of cycles, then in order of phases.
  var waiting: [ScheduledCommand] {
    var commands: [ScheduledCommand] = []
    visitAll { commands.append($0) }
    return commands
  }

  /// Whether the same commands wait.
  static func == (a: PositionedCommands, b: PositionedCommands) -> Bool {
    a.count == b.count && (a.count == 0 || a.waiting == b.waiting)
  }

  func hash(into hasher: inout Hasher) { visitAll { hasher.combine($0) } }
}
