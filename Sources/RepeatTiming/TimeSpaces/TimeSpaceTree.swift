// SPDX-License-Identifier: Apache-2.0

/// Time spaces in time spaces: speeds multiply downwards, a change acts on all descendants at once.
///
/// ```
/// var tree = TimeSpaceTree()
/// let mid = tree.add(TimeSpace(begin: 2, speed: 3, offset: 0.25))
/// let leaf = tree.add(TimeSpace(begin: 1, speed: 2, offset: 0.5), in: mid)
/// tree.convert(10, from: mid, to: leaf)  // 18.5
/// tree.convert(10, from: nil, to: leaf)  // 47: nil is media time, the parent of the roots
/// ```
/// A value; an identifier is good for the tree that gave it and its copies.
///
/// Source: CAMediaTiming's hierarchy and CALayer's time conversion; SEMANTICS section 2.
public struct TimeSpaceTree: Hashable, Sendable {
  /// Names a space of a tree.
  public struct ID: Hashable, Sendable {
    fileprivate let index: Int
  }

  private var spaces: [TimeSpace] = []
  private var parents: [ID?] = []

  /// A tree without spaces: media time alone.
  public init() {}

  /// Adds a space below `parent`, or a root below media time.
  /// - Returns: Its name in this tree.
  /// - Precondition: `parent` is of this tree.
  public mutating func add(_ space: TimeSpace, in parent: ID? = nil) -> ID {
    if let parent { check(parent) }
    spaces.append(space)
    parents.append(parent)
    return ID(index: spaces.count - 1)
  }

  /// The space itself, to read and to change.
  public subscript(id: ID) -> TimeSpace {
    get {
      check(id)
      return spaces[id.index]
    }
    set {
      check(id)
      spaces[id.index] = newValue
    }
  }

  /// The space that contains `id`; `nil` is media time.
  public func parent(of id: ID) -> ID? {
    check(id)
    return parents[id.index]
  }

  /// A time of one space in the time of another, by way of their nearest common ancestor.
  /// - Returns: Seconds; `nil` where the way up leads through a space of speed 0.
  /// - Complexity: O(depth).
  public func convert(_ time: Double, from source: ID?, to target: ID?) -> Double? {
    let (up, down) = way(from: source, to: target)
    var time = time
    for id in up {
      guard let parent = spaces[id.index].parent(at: time) else { return nil }
      time = parent
    }
    return descend(time, down)
  }

  /// The same as Core Animation's interface wants it: always finite.
  ///
  /// On the way up through a space of speed 0, that space's begin time is taken.
  /// - Complexity: O(depth).
  public func finiteConvert(_ time: Double, from source: ID?, to target: ID?) -> Double {
    let (up, down) = way(from: source, to: target)
    let top = up.reduce(time) { spaces[$1.index].finiteParent(at: $0) }
    return descend(top, down)
  }

  /// The product of the speeds from media time down to `id`, held at the greatest finite number.
  ///
  /// Negative where time runs backwards.
  public func speed(of id: ID?) -> Double {
    path(to: id).reduce(1) { ($0 * spaces[$1.index].speed).finite(default: 0) }
  }

  /// Changes a space at a media time: the body is given that time in the space's parent.
  ///
  /// ```
  /// tree.change(leaf, at: now) { space, parentTime in space.pause(at: parentTime) }
  /// ```
  /// Down from media time there always is a time, so this works at any depth, also below a pause.
  /// - Parameter time: Seconds of media time.
  public mutating func change<Failure: Error>(
    _ id: ID, at time: Double, _ body: (inout TimeSpace, Double) throws(Failure) -> Void
  ) throws(Failure) {
    check(id)
    let parentTime = descend(time, path(to: parents[id.index]))
    try body(&spaces[id.index], parentTime)
  }

  private func descend(_ time: Double, _ path: [ID]) -> Double {
    path.reduce(time) { spaces[$1.index].local(at: $0) }
  }

  /// The spaces to leave, innermost first, and those to enter, outermost first.
  private func way(from source: ID?, to target: ID?) -> (up: [ID], down: [ID]) {
    let sourcePath = path(to: source)
    let targetPath = path(to: target)
    let common = zip(sourcePath, targetPath).prefix { $0 == $1 }.count
    return (sourcePath.dropFirst(common).reversed(), Array(targetPath.dropFirst(common)))
  }

  private func path(to id: ID?) -> [ID] {
    var path: [ID] = []
    var next = id
    while let id = next {
      check(id)
      path.append(id)
      next = parents[id.index]
    }
    return path.reversed()
  }

  private func check(_ id: ID) {
    precondition(spaces.indices.contains(id.index), "time space \(id.index) is not of this tree")
  }
}
