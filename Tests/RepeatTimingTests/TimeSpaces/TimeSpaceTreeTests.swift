// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@Suite struct TimeSpaceTreeTests {
  private var tree = TimeSpaceTree()
  private let root: TimeSpaceTree.ID
  private let mid: TimeSpaceTree.ID
  private let leaf: TimeSpaceTree.ID

  init() {
    root = tree.add(.identity)
    mid = tree.add(TimeSpace(begin: 2, speed: 3, offset: 0.25), in: root)
    leaf = tree.add(TimeSpace(begin: 1, speed: 2, offset: 0.5), in: mid)
  }

  @Test func `the vectors of three nested spaces`() throws {
    #expect(tree.convert(10, from: mid, to: leaf) == 18.5)
    #expect(tree.convert(10, from: root, to: leaf) == 47)
    #expect(tree.convert(10, from: nil, to: leaf) == 47)
    #expect(tree.convert(10, from: leaf, to: mid) == 5.75)
    let up = try #require(tree.convert(10, from: leaf, to: root))
    #expect((up - 23 / 6.0).magnitude < 1e-15)
    #expect(tree.finiteConvert(10, from: leaf, to: mid) == 5.75)
  }

  @Test func `a time in its own space is itself, also below a standing space`() {
    var tree = tree
    tree[mid].speed = 0
    for id in [nil, root, mid, leaf] { #expect(tree.convert(1.5, from: id, to: id) == 1.5) }
  }

  @Test func `siblings convert by way of their parent, not of media time`() {
    var tree = tree
    let sibling = tree.add(TimeSpace(speed: -2), in: mid)
    #expect(tree.convert(18.5, from: leaf, to: sibling) == -20)
    // The parent stands still: no way through it is needed.
    tree[root].speed = 0
    #expect(tree.convert(18.5, from: leaf, to: sibling) == -20)
  }

  @Test func `two roots convert by way of media time`() {
    var tree = TimeSpaceTree()
    let first = tree.add(TimeSpace(begin: 1, speed: 2))
    let second = tree.add(TimeSpace(offset: 5))
    #expect(tree.convert(4, from: first, to: second) == 8)
  }

  @Test func `up through speed 0 there is no answer, and the finite one is that space's begin`() {
    var tree = tree
    tree[mid].speed = 0
    #expect(tree.convert(10, from: leaf, to: root) == nil)
    #expect(tree.convert(10, from: leaf, to: nil) == nil)
    #expect(tree.finiteConvert(10, from: leaf, to: root) == 2)
    #expect(tree.convert(10, from: leaf, to: mid) == 5.75)
    #expect(tree.convert(10, from: nil, to: leaf) == -1)
  }

  @Test func `speeds multiply, and a change acts on all below it`() {
    #expect(tree.speed(of: nil) == 1)
    #expect(tree.speed(of: leaf) == 6)
    var tree = tree
    tree[mid].speed = -3
    #expect(tree.speed(of: leaf) == -6)
    tree[root].speed = 0
    #expect(tree.speed(of: leaf) == 0)
  }

  @Test func `a change at a media time keeps every time below it to the last bit, at any depth`() {
    let seed: UInt64 = 17
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var tree = TimeSpaceTree()
      var path: [TimeSpaceTree.ID] = []
      for _ in 0..<12 {
        path.append(tree.add(TimeSpaceTests.randomSpace(&random).0, in: path.last))
      }
      for _ in 0..<20 {
        let now = random.double(in: 0...100)
        let changed = path[Int.random(in: 0..<path.count, using: &random)]
        let before = path.map { tree.convert(now, from: nil, to: $0) }
        let speed = random.chance(0.3) ? 0 : random.double(in: -3...3)
        tree.change(changed, at: now) { space, time in
          if random.chance(0.5) { space.setSpeed(speed, at: time) } else { space.pause(at: time) }
        }
        let after = path.map { tree.convert(now, from: nil, to: $0) }
        #expect(before == after, "seed \(seed)")
      }
    }
  }

  @Test func `no special number in any space lets an infinite time out`() {
    for number in TimeSpaceTests.special {
      var tree = tree
      tree[root].speed = number
      tree[mid].begin = number
      tree[leaf].speed = number
      for time in TimeSpaceTests.special {
        #expect(tree.finiteConvert(time, from: nil, to: leaf).isFinite)
        #expect(tree.speed(of: leaf).isFinite)
        if !time.isNaN { #expect(tree.finiteConvert(time, from: leaf, to: nil).isFinite) }
      }
    }
  }

  @Test func `a parent is told, and a name of another tree stops the program`() async {
    #expect(tree.parent(of: leaf) == mid)
    #expect(tree.parent(of: root) == nil)
    await #expect(processExitsWith: .failure) {
      var tree = TimeSpaceTree()
      let id = tree.add(.identity)
      _ = TimeSpaceTree().convert(0, from: nil, to: id)
    }
  }
}
