// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The instruction set used to evaluate a bank's frames.
package enum KernelSet: Hashable, Sendable, CaseIterable {
  /// SSE2 on x86-64 and NEON on aarch64, which every such processor has.
  case baseline
  /// x86-64-v3: AVX2 and FMA.
  case avx2
  /// x86-64-v4: AVX-512.
  case avx512

  /// The fastest set of this processor.
  package static var best: KernelSet { allCases.last { $0.inC == rk_best_set() } ?? .baseline }

  /// The sets of this processor, the fastest last.
  package static var available: [KernelSet] {
    allCases.filter { $0.inC.rawValue <= rk_best_set().rawValue }
  }

  /// A short name, as in a benchmark's table.
  package var name: String {
    switch self {
    case .baseline: Self.baselineName
    case .avx2: "AVX2"
    case .avx512: "AVX-512"
    }
  }

  private static var baselineName: String {
    #if arch(x86_64)
      "SSE2"
    #elseif arch(arm64)
      "NEON"
    #else
      "C"
    #endif
  }

  var inC: rk_set {
    switch self {
    case .baseline: RK_BASELINE
    case .avx2: RK_V3
    case .avx512: RK_V4
    }
  }
}
