// SPDX-License-Identifier: Apache-2.0

#if _pointerBitWidth(_32)
  /// A whole number of 64 bits, on every processor: of cycles, crossings and directions.
  ///
  /// It is `Int` where that has 64 bits, and `Int64` where `Int` has 32, as in WebAssembly.
  public typealias WideInt = Int64
#else
  /// A whole number of 64 bits, on every processor: of cycles, crossings and directions.
  ///
  /// It is `Int` where that has 64 bits, and `Int64` where `Int` has 32, as in WebAssembly.
  public typealias WideInt = Int
#endif
