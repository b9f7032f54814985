// SPDX-License-Identifier: Apache-2.0

/// Bytes between two fields, always 0.
///
/// Swift leaves padding undefined, and a C program may compare or write every byte of a structure.
struct Unused<let count: Int>: Hashable, Sendable, BitwiseCopyable {
  private var bytes = InlineArray<count, UInt8>(repeating: 0)

  static func == (a: Unused, b: Unused) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
