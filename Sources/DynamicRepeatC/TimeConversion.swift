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
  answerMasked { () throws(StatusError) in
    let output = try given(converted_s)
    guard time_s.isFinite else { throw StatusError(DR_ERROR_TIME) }
    guard count == 0 || (spaces != nil && parents != nil) else { throw StatusError(DR_ERROR_NULL) }
    let tree = CallersTree(spaces: spaces, parents: parents, count: Int(count))
    guard
      let converted = try CallersSpace.convert(time_s, from: tree.space(from), to: tree.space(to))
    else { throw StatusError(DR_ERROR_NO_ANSWER) }
    output.pointee = converted
  }
}

/// Time spaces in arrays of the caller's.
private struct CallersTree {
  let spaces: UnsafePointer<dr_time_space>?
  let parents: UnsafePointer<Int32>?
  let count: Int

  /// The space of an index; `nil` for media time.
  func space(_ index: Int32) throws(StatusError) -> CallersSpace? {
    guard index != DR_MEDIA_TIME else { return nil }
    guard index >= 0, Int(index) < count else { throw StatusError(DR_ERROR_CHOICE) }
    return CallersSpace(tree: self, index: index)
  }
}

/// One space of them.
private struct CallersSpace: TimeSpaceNode {
  let tree: CallersTree
  let index: Int32

  var timeSpace: TimeSpace {
    get throws(StatusError) { try given(tree.spaces)[Int(index)].swiftSpace() }
  }

  var enclosingNode: Self? {
    get throws(StatusError) {
      let parent = try given(tree.parents)[Int(index)]
      // Always further out, so it comes to an end.
      guard parent < index else { throw StatusError(DR_ERROR_CHOICE) }
      return try tree.space(parent)
    }
  }

  func isSameNode(as other: Self) -> Bool { index == other.index }
}
