// SPDX-License-Identifier: Apache-2.0

extension UnsafeMutablePointer {
  /// Allocates memory for `count` zeros as the loops take it, 64-byte aligned; the caller deallocates
  /// it.
  static func allocateAligned(_ count: Int, _ zero: Pointee) -> Self {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Pointee>.stride * count, alignment: 64)
    return memory.initializeMemory(as: Pointee.self, repeating: zero, count: count)
  }
}
