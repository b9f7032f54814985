// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory

/// The kinds of thing that handles name.
enum ObjectKind {
  static let curve: UInt32 = 1
  static let `repeat`: UInt32 = 2
  static let bank: UInt32 = 3
  static let beatClock: UInt32 = 4
  static let clockFollower: UInt32 = 5
}

/// A value in a block of the caller's allocator, together with all of its arrays.
struct Stored<Value: ~Copyable>: ~Copyable {
  var value: Value
  /// Of the whole block, as the allocator wants it back.
  let size: Int

  /// Bytes of the block up to the arrays.
  static var head: Int { (MemoryLayout<Self>.stride + 15) & ~15 }
}

#if hasFeature(Embedded)
  private let arraysAreInBlocks = true
#else
  // The runtime that other Swift code shares allocates where it always does.
  private let arraysAreInBlocks = false
#endif

/// Makes a value in a block of its own and names it: one allocation, with `arrays` bytes for arrays.
///
/// Swift's own allocations inside `make` come from the block, so `arrays` must be enough for them.
func create<Value: ~Copyable>(
  _ kind: UInt32, arrays: Int, _ make: () throws(StatusError) -> Value
) throws(StatusError) -> UInt64 {
  let head = Stored<Value>.head
  let arrays = arraysAreInBlocks ? arrays : 0
  let size = head + arrays
  let block = try given(repeat_memory_take(size), or: DR_ERROR_MEMORY)
  let object = block.bindMemory(to: Stored<Value>.self, capacity: 1)
  repeat_memory_begin(block + head, arrays)
  do throws(StatusError) {
    object.initialize(to: Stored(value: try make(), size: size))
  } catch {
    repeat_memory_end()
    repeat_memory_give(block, size)
    throw error
  }
  repeat_memory_end()
  let handle = repeat_handle_add(kind, block)
  guard handle != 0 else {
    object.deinitialize(count: 1)
    repeat_memory_give(block, size)
    throw StatusError(DR_ERROR_MEMORY)
  }
  return handle
}

/// A handle of the header.
protocol ObjectHandle {
  /// What points to the value that it names.
  associatedtype Pointer

  func object() throws(StatusError) -> Pointer
}

extension ObjectHandle {
  /// Runs the body of a call with what the handle names, as the function of that name does.
  @inline(__always)
  func answerMasked(_ body: (Pointer) throws(StatusError) -> Void) -> dr_status {
    DynamicRepeatC.answerMasked { () throws(StatusError) in try body(object()) }
  }

  /// The same for a call that writes what its body returns, if there is no error.
  @inline(__always)
  func answerMasked<Output>(
    in output: UnsafeMutablePointer<Output>?, _ body: (Pointer) throws(StatusError) -> Output
  ) -> dr_status {
    answerMasked { object throws(StatusError) in
      let output = try given(output)
      output.pointee = try body(object)
    }
  }
}

/// The value that a handle names.
@inline(__always)
func named<Value: ~Copyable>(_ handle: UInt64, _ kind: UInt32) throws(StatusError)
  -> UnsafeMutablePointer<Value>
{
  // It begins its block: see ``Stored``.
  try given(repeat_handle_find(handle, kind), or: DR_ERROR_HANDLE)
    .assumingMemoryBound(to: Value.self)
}

/// Takes the name from a value and ends it.
func destroy<Value: ~Copyable>(_ handle: UInt64, _ kind: UInt32, _: Value.Type) throws(StatusError)
{
  let block = try given(repeat_handle_remove(handle, kind), or: DR_ERROR_HANDLE)
  let object = block.assumingMemoryBound(to: Stored<Value>.self)
  let size = object.pointee.size
  object.deinitialize(count: 1)
  repeat_memory_give(block, size)
}

/// How many bytes of a block an array takes beyond its elements, at most.
let arrayHead = 32 + Int(REPEAT_MEMORY_OVERHEAD)

@c @implementation
public func dr_set_allocator(_ allocator: UnsafePointer<dr_allocator>!) -> dr_status {
  guard let allocator else {
    return repeat_memory_use(nil, nil, nil) ? DR_OK : DR_ERROR_IN_USE
  }
  let hooks = allocator.pointee
  guard let allocate = hooks.allocate, let release = hooks.release else { return DR_ERROR_NULL }
  return repeat_memory_use(allocate, release, hooks.context) ? DR_OK : DR_ERROR_IN_USE
}
