// SPDX-License-Identifier: Apache-2.0

#if _pointerBitWidth(_32)
  /// An integer of 64 bits on every processor: a number of cycles or crossings, or a direction.
  ///
  /// The type is `Int` if `Int` has 64 bits, and `Int64` if `Int` has 32, as in WebAssembly.
  public typealias WideInt = Int64
#else
  /// An integer of 64 bits on every processor: a number of cycles or crossings, or a direction.
  ///
  /// The type is `Int` if `Int` has 64 bits, and `Int64` if `Int` has 32, as in WebAssembly.
  public typealias WideInt = Int
#endif
