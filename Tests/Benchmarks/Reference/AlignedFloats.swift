// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An array of `Float` that the kernels by hand can use: aligned, and padded to whole blocks.
final class AlignedFloats {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  /// What the kernels by hand process at a time.
  static let block = 64
  /// A huge page of x86-64 and aarch64: large arrays are asked to lie in such pages, as the bank's.
  private static let hugePage = 1 << 21

  /// Elements from `count` up to the end of the last block are 0.
  init(count: Int, _ element: (Int) -> Float = { _ in 0 }) {
    let padded = (count + Self.block - 1) / Self.block * Self.block
    let bytes = max(padded, 1) * MemoryLayout<Float>.stride
    var memory: UnsafeMutableRawPointer?
    let alignment = bytes >= Self.hugePage ? Self.hugePage : 64
    guard posix_memalign(&memory, alignment, bytes) == 0, let memory else {
      preconditionFailure("there is no memory for \(count) numbers")
    }
    // Only advice: without it the arrays are a few percent slower.
    if bytes >= Self.hugePage { _ = madvise(memory, bytes, MADV_HUGEPAGE) }
    base = memory.bindMemory(to: Float.self, capacity: max(padded, 1))
    self.count = count
    for index in 0..<count { base[index] = element(index) }
    for index in count..<padded { base[index] = 0 }
  }

  deinit { free(base) }

  subscript(index: Int) -> Float { base[index] }
}
