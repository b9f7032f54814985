// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat

/// A Swift value stored in a structure that the caller keeps.
///
/// The signature before the value shows that this version of the library initialized the structure.
protocol PlainObject {
  associatedtype Words
  /// The signature: four letters and the version of the layout.
  static var ownMark: UInt64 { get }
  var mark: UInt64 { get }
}

/// The content of a `dr_repeat`.
struct RepeatObject: PlainObject {
  typealias Words = dr_repeat
  static var ownMark: UInt64 { 0x0004_0000_7072_5244 }

  var mark = Self.ownMark
  var userData: UnsafeMutableRawPointer?
  var live: RepeatController
}

/// The content of a `dr_line`.
struct LineObject: PlainObject {
  typealias Words = dr_line
  static var ownMark: UInt64 { 0x0004_0000_6E6C_5244 }

  var mark = Self.ownMark
  var line: RepeatLine
}

/// The content of a `dr_beat_clock`.
struct BeatClockObject: PlainObject {
  typealias Words = dr_beat_clock
  static var ownMark: UInt64 { 0x0004_0000_6362_5244 }

  var mark = Self.ownMark
  var clock: BeatClock
}

/// The content of a `dr_clock_follower`.
struct FollowerObject: PlainObject {
  typealias Words = dr_clock_follower
  static var ownMark: UInt64 { 0x0004_0000_6663_5244 }

  var mark = Self.ownMark
  var follower: ClockFollower
}

extension PlainObject {
  /// Writes the value into the caller's structure; the bytes after the value become 0.
  @inline(__always)
  func put(into words: UnsafeMutablePointer<Words>?) throws(StatusError) {
    let memory = try Self.memory(words)
    UnsafeMutableRawPointer(memory).initializeMemory(
      as: UInt8.self, repeating: 0, count: MemoryLayout<Words>.size)
    memory.initialize(to: self)
  }

  /// The caller's memory; throws if it is NULL or misaligned.
  @inline(__always)
  static func memory(_ words: UnsafeMutablePointer<Words>?) throws(StatusError)
    -> UnsafeMutablePointer<Self>
  {
    let memory = UnsafeMutableRawPointer(try given(words))
    guard UInt(bitPattern: memory) & 15 == 0 else { throw StatusError(DR_ERROR_MISALIGNED) }
    return memory.assumingMemoryBound(to: Self.self)
  }

  /// The value in the caller's structure.
  @inline(__always)
  static func at(_ words: UnsafeMutablePointer<Words>?) throws(StatusError)
    -> UnsafeMutablePointer<Self>
  {
    let memory = try Self.memory(words)
    guard memory.pointee.mark == ownMark else { throw StatusError(DR_ERROR_NOT_INITIALIZED) }
    return memory
  }

  /// The value in a structure that the call only reads.
  @inline(__always)
  static func at(_ words: UnsafePointer<Words>?) throws(StatusError) -> UnsafePointer<Self> {
    let found: UnsafeMutablePointer<Self> = try at(UnsafeMutablePointer(mutating: words))
    return UnsafePointer(found)
  }
}
