// SPDX-License-Identifier: Apache-2.0

/// A thing with a time of its own in that of another, such as a layer in its superlayer.
///
/// Times are taken up and down a tree of them here, and nowhere else.
/// ```
/// Layer.convert(10, from: mid, to: leaf)   // down one space
/// Layer.convert(10, from: leaf, to: nil)   // up to media time, the parent of the outermost
/// ```
/// Source: CAMediaTiming's hierarchy and CALayer's time conversion; SEMANTICS section 2.
package protocol TimeSpaceNode: AnyObject {
  /// Its time in that of the node around it.
  var timeSpace: TimeSpace { get }

  /// The node around it; `nil` where its parent's time is media time.
  var enclosingNode: Self? { get }
}

extension TimeSpaceNode {
  /// From the outermost node to this one.
  /// - Complexity: O(depth), by a loop.
  package var path: [Self] {
    var path: [Self] = []
    var next: Self? = self
    while let node = next {
      path.append(node)
      next = node.enclosingNode
    }
    return path.reversed()
  }

  /// A time of one node in the time of another, by way of the nearest one that both are in.
  /// - Parameters:
  ///   - time: Seconds.
  ///   - source: Where the time is from; `nil` is media time.
  ///   - target: Where it goes; `nil` is media time.
  /// - Returns: Seconds; `nil` where the way up leads through a space of speed 0.
  /// - Complexity: O(depth).
  package static func convert(
    _ time: Double, from source: Self?, to target: Self?
  ) -> Double? {
    walk(time, from: source, to: target) { $0.parent(at: $1) }
  }

  /// The same as Core Animation's interface wants it: always finite for a finite time.
  ///
  /// On the way up through a space of speed 0, that space's begin time is taken.
  /// - Complexity: O(depth).
  package static func finiteConvert(
    _ time: Double, from source: Self?, to target: Self?
  ) -> Double {
    walk(time, from: source, to: target) { $0.finiteParent(at: $1) } ?? time
  }

  private static func walk(
    _ time: Double, from source: Self?, to target: Self?,
    up: (TimeSpace, Double) -> Double?
  ) -> Double? {
    let sources = source?.path ?? []
    let targets = target?.path ?? []
    var common = 0
    while common < min(sources.count, targets.count), sources[common] === targets[common] {
      common += 1
    }
    var time = time
    for node in sources[common...].reversed() {
      guard let parent = up(node.timeSpace, time) else { return nil }
      time = parent
    }
    for node in targets[common...] { time = node.timeSpace.local(at: time) }
    return time
  }
}
