// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import RepeatTiming

@c @implementation
public func dr_convert_time(
  _ spaces: UnsafePointer<dr_time_space>!, _ parents: UnsafePointer<Int32>!, _ count: UInt32,
  _ from: Int32, _ to: Int32, _ time_s: Double, _ converted_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let output = try given(converted_s)
    guard time_s.isFinite else { throw StatusError(DR_ERROR_TIME) }
    let tree = try CallersTree(spaces, parents, count)
    output.pointee = try tree.convert(time_s, from: from, to: to)
  }
}

/// Time spaces in arrays of the caller's; a path is kept on the stack.
private struct CallersTree {
  private typealias Path = InlineArray<64, Int32>

  private let spaces: UnsafePointer<dr_time_space>?
  private let parents: UnsafePointer<Int32>?
  private let count: Int

  init(
    _ spaces: UnsafePointer<dr_time_space>?, _ parents: UnsafePointer<Int32>?, _ count: UInt32
  ) throws(StatusError) {
    guard count == 0 || (spaces != nil && parents != nil) else { throw StatusError(DR_ERROR_NULL) }
    self.spaces = spaces
    self.parents = parents
    self.count = Int(count)
  }

  func convert(_ time: Double, from source: Int32, to target: Int32) throws(StatusError) -> Double {
    let (up, upDepth) = try path(from: source)
    let (down, downDepth) = try path(from: target)
    // The paths lead outwards, so what they share is at their ends.
    var shared = 0
    while shared < min(upDepth, downDepth),
      up[upDepth - 1 - shared] == down[downDepth - 1 - shared]
    {
      shared += 1
    }
    var time = time
    for step in 0..<(upDepth - shared) {
      guard let parent = try space(up[step]).parent(at: time) else {
        throw StatusError(DR_ERROR_NO_ANSWER)
      }
      time = parent
    }
    for step in stride(from: downDepth - shared - 1, through: 0, by: -1) {
      time = try space(down[step]).local(at: time)
    }
    return time
  }

  /// The spaces from `index` outwards.
  private func path(from index: Int32) throws(StatusError) -> (Path, depth: Int) {
    var path = Path(repeating: 0)
    var depth = 0
    var next = index
    while next != DR_MEDIA_TIME {
      guard next >= 0, Int(next) < count, let parents else { throw StatusError(DR_ERROR_CHOICE) }
      guard depth < Int(DR_MAX_DEPTH) else { throw StatusError(DR_ERROR_CAPACITY) }
      path[depth] = next
      depth += 1
      let parent = parents[Int(next)]
      // Always further out, so it comes to an end.
      guard parent < next else { throw StatusError(DR_ERROR_CHOICE) }
      next = parent
    }
    return (path, depth)
  }

  private func space(_ index: Int32) throws(StatusError) -> TimeSpace {
    guard let spaces else { throw StatusError(DR_ERROR_NULL) }
    return try spaces[Int(index)].swiftSpace()
  }
}
