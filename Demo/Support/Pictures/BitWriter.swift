// SPDX-License-Identifier: Apache-2.0

/// Bits packed into bytes from the lowest bit up, as PNG's compression and GIF have them.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// Appends the lowest `count` bits of `bits`, the lowest first; at most 32.
  mutating func write(_ bits: UInt32, count: Int) {
    pending |= UInt64(bits) << UInt64(pendingBits)
    pendingBits += count
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  /// Fills the last byte with zeros.
  mutating func alignToByte() {
    if pendingBits > 0 { write(0, count: 8 - pendingBits) }
  }
}
