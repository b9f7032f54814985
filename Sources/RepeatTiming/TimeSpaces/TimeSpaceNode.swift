// SPDX-License-Identifier: Apache-2.0

/// A thing with a time of its own in that of another, such as a layer in its superlayer, or an
/// element of the arrays that a C program gives.
///
/// Times are converted up and down a tree of nodes here, and nowhere else.
/// ```
/// Layer.convert(10, from: mid, to: leaf)   // down one space
/// Layer.convert(10, from: leaf, to: nil)   // up to media time, the parent of the outermost
/// ```
/// Nothing is allocated for a conversion, and the stack holds one frame for each doubling of the
/// depth.
///
/// Source: CAMediaTiming's hierarchy and CALayer's time conversion.
package protocol TimeSpaceNode {
  /// What a node that comes from outside may throw; `Never` for a node that is known to be valid.
  associatedtype Failure: Error = Never

  /// Its time in that of the node around it.
  var timeSpace: TimeSpace { get throws(Failure) }

  /// The node around it; `nil` where its parent's time is media time.
  var enclosingNode: Self? { get throws(Failure) }

  /// Whether both are the same node of one tree.
  func isSameNode(as other: Self) -> Bool
}

extension TimeSpaceNode where Self: AnyObject {
  package func isSameNode(as other: Self) -> Bool { self === other }
}

extension TimeSpaceNode {
  /// From the outermost node to this one.
  /// - Complexity: O(depth).
  package func path() throws(Failure) -> [Self] {
    var path: [Self] = []
    var next: Self? = self
    while let node = next {
      path.append(node)
      next = try node.enclosingNode
    }
    return path.reversed()
  }

  /// A time of one node in the time of another, by way of the nearest one that both are in.
  /// - Parameters:
  ///   - time: Seconds.
  ///   - source: Where the time is from; `nil` is media time.
  ///   - target: Where it goes; `nil` is media time.
  /// - Returns: Seconds; `nil` where the way up leads through a space of speed 0.
  /// - Complexity: O(d log d) at depth d.
  package static func convert(
    _ time: Double, from source: Self?, to target: Self?
  ) throws(Failure) -> Double? {
    try walk(time, from: source, to: target) { $0.parent(at: $1) }
  }

  /// The same as Core Animation's interface wants it: always finite for a finite time.
  ///
  /// On the way up through a space of speed 0, that space's begin time is taken.
  /// - Complexity: O(d log d) at depth d.
  package static func finiteConvert(
    _ time: Double, from source: Self?, to target: Self?
  ) throws(Failure) -> Double {
    try walk(time, from: source, to: target) { $0.finiteParent(at: $1) } ?? time
  }

  private static func walk(
    _ time: Double, from source: Self?, to target: Self?,
    up: (TimeSpace, Double) -> Double?
  ) throws(Failure) -> Double? {
    var above = try levels(from: source)
    let targetLevels = try levels(from: target)
    var below = targetLevels
    var source = source
    var shared = target
    var time = time
    // To the level of the other, then both until they meet.
    while below > above, let node = shared {
      shared = try node.enclosingNode
      below -= 1
    }
    while let node = source {
      if above == below {
        guard let other = shared, !node.isSameNode(as: other) else { break }
        shared = try other.enclosingNode
        below -= 1
      }
      guard let parent = up(try node.timeSpace, time) else { return nil }
      time = parent
      source = try node.enclosingNode
      above -= 1
    }
    return try target?.down(time, through: targetLevels - below) ?? time
  }

  /// How many nodes a node is in, itself included.
  private static func levels(from node: Self?) throws(Failure) -> Int {
    var levels = 0
    var next = node
    while let node = next {
      levels += 1
      next = try node.enclosingNode
    }
    return levels
  }

  /// A time of the node so many levels further out, in this node's time.
  ///
  /// Halves the way: nodes know the way out alone, and a list of them would have to be allocated.
  private func down(_ time: Double, through levels: Int) throws(Failure) -> Double {
    guard levels > 1 else { return levels == 0 ? time : try timeSpace.local(at: time) }
    let near = levels / 2
    var middle = self
    for _ in 0..<near {
      guard let node = try middle.enclosingNode else { return time }
      middle = node
    }
    return try down(middle.down(time, through: levels - near), through: near)
  }
}
