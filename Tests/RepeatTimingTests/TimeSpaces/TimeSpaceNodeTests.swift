// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

/// A time space in another, and nothing else.
private final class Node: TimeSpaceNode {
  var timeSpace: TimeSpace
  let enclosingNode: Node?

  init(_ space: TimeSpace, in parent: Node? = nil) {
    timeSpace = space
    enclosingNode = parent
  }
}

@Suite struct TimeSpaceNodeTests {
  private let root: Node
  private let mid: Node
  private let leaf: Node

  init() {
    root = Node(.identity)
    mid = Node(TimeSpace(begin: 2, speed: 3, offset: 0.25), in: root)
    leaf = Node(TimeSpace(begin: 1, speed: 2, offset: 0.5), in: mid)
  }

  @Test func `a path leads from the outermost node in`() {
    #expect(leaf.path().elementsEqual([root, mid, leaf]) { $0 === $1 })
    #expect(root.path().count == 1)
  }

  /// One step at a time, along the lists of the nodes around both.
  private static func convertStepwise(
    _ time: Double, from source: Node, to target: Node
  ) -> Double? {
    let up = source.path()
    let down = target.path()
    var time: Double? = time
    for node in up.reversed() where !down.contains(where: { $0 === node }) {
      time = time.flatMap { node.timeSpace.parent(at: $0) }
    }
    for node in down where !up.contains(where: { $0 === node }) {
      time = time.map { node.timeSpace.local(at: $0) }
    }
    return time
  }

  @Test func `between any two nodes of a tree it is step after step, to the last bit`() {
    let seed: UInt64 = 23
    var random = SeededRandom(seed: seed)
    var tree = [root]
    for _ in 0..<60 {
      // Mostly long branches.
      let reach = random.chance(0.2) ? tree.count : min(3, tree.count)
      let parent = tree[tree.count - 1 - Int.random(in: 0..<reach, using: &random)]
      tree.append(Node(TimeSpaceTests.randomSpace(&random).0, in: parent))
    }
    for source in tree {
      for target in tree {
        let converted = Node.convert(1.7, from: source, to: target)
        #expect(converted == Self.convertStepwise(1.7, from: source, to: target), "seed \(seed)")
      }
    }
  }

  /// An index in a list of parents, which may be invalid.
  private struct Element: TimeSpaceNode {
    struct Invalid: Error, Hashable {}
    typealias Failure = Invalid

    static let parents = [-1, 0, 7, 2]
    let index: Int
    let timeSpace = TimeSpace(speed: 2)

    var enclosingNode: Self? {
      get throws(Invalid) {
        let parent = Self.parents[index]
        guard parent < index else { throw Invalid() }
        return parent < 0 ? nil : Self(index: parent)
      }
    }

    func isSameNode(as other: Self) -> Bool { index == other.index }
  }

  @Test func `what a node throws is thrown, from either side`() throws {
    #expect(try Element.convert(1, from: nil, to: Element(index: 1)) == 4)
    #expect(throws: Element.Invalid()) { try Element.convert(1, from: Element(index: 3), to: nil) }
    #expect(throws: Element.Invalid()) { try Element.convert(1, from: nil, to: Element(index: 3)) }
  }

  @Test func `a time in its own space is itself, also below a still space`() {
    mid.timeSpace.speed = 0
    for node in [nil, root, mid, leaf] {
      #expect(Node.convert(1.5, from: node, to: node) == 1.5)
    }
  }

  @Test func `siblings convert by way of their parent, not of media time`() {
    let sibling = Node(TimeSpace(speed: -2), in: mid)
    #expect(Node.convert(18.5, from: leaf, to: sibling) == -20)
    // The parent is still: no way through it is needed.
    root.timeSpace.speed = 0
    #expect(Node.convert(18.5, from: leaf, to: sibling) == -20)
  }

  @Test func `two roots convert by way of media time`() {
    let first = Node(TimeSpace(begin: 1, speed: 2))
    let second = Node(TimeSpace(offset: 5))
    #expect(Node.convert(4, from: first, to: second) == 8)
  }

  @Test func `up through speed 0 there is no answer, and the finite one is that space's begin`() {
    mid.timeSpace.speed = 0
    #expect(Node.convert(10, from: leaf, to: root) == nil)
    #expect(Node.convert(10, from: leaf, to: nil) == nil)
    #expect(Node.finiteConvert(10, from: leaf, to: root) == 2)
    #expect(Node.convert(10, from: leaf, to: mid) == 5.75)
    #expect(Node.convert(10, from: nil, to: leaf) == -1)
  }

  @Test func `a change at a time keeps every time below it to the last bit, at any depth`() {
    let seed: UInt64 = 17
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var path: [Node] = []
      for _ in 0..<12 {
        path.append(Node(TimeSpaceTests.randomSpace(&random).0, in: path.last))
      }
      for _ in 0..<20 {
        let now = random.double(in: 0...100)
        let changed = path[Int.random(in: 0..<path.count, using: &random)]
        let before = path.map { Node.convert(now, from: nil, to: $0) }
        let speed = random.chance(0.3) ? 0 : random.double(in: -3...3)
        // Down from media time there always is a time, also below a pause.
        let parentTime = Node.finiteConvert(now, from: nil, to: changed.enclosingNode)
        if random.chance(0.5) {
          changed.timeSpace.setSpeed(speed, at: parentTime)
        } else {
          changed.timeSpace.pause(at: parentTime)
        }
        let after = path.map { Node.convert(now, from: nil, to: $0) }
        #expect(before == after, "seed \(seed)")
      }
    }
  }

  @Test func `no special number in any space lets an infinite time out`() {
    for number in TimeSpaceTests.special {
      root.timeSpace.speed = number
      mid.timeSpace.begin = number
      leaf.timeSpace.speed = number
      for time in TimeSpaceTests.special {
        #expect(Node.finiteConvert(time, from: nil, to: leaf).isFinite)
        if !time.isNaN { #expect(Node.finiteConvert(time, from: leaf, to: nil).isFinite) }
      }
    }
  }

  @Test func `a chain 100000 deep converts without a frame of the stack for each`() {
    var nodes = [root]
    for _ in 0..<100_000 { nodes.append(Node(.identity, in: nodes[nodes.count - 1])) }
    #expect(Node.convert(3, from: nil, to: nodes[100_000]) == 3)
    // Freed from inside out: this chain's own links would be followed by the stack.
    while !nodes.isEmpty { nodes.removeLast() }
  }
}
