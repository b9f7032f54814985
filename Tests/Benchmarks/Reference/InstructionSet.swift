// SPDX-License-Identifier: Apache-2.0

import CReference
import RepeatBanks

/// What compiled code may use, from what every processor has to the widest.
enum InstructionSet: CaseIterable {
  case baseline
  case avx2
  case avx512

  /// Those that this processor has; each includes the ones before it.
  static let available = allCases.filter { reference_has($0.reference) }

  /// The widest that this processor has.
  static let best = available.last ?? .baseline

  /// As it is called; the lowest depends on the architecture.
  var name: String {
    switch self {
    case .baseline:
      #if arch(x86_64)
        "SSE2"
      #elseif arch(arm64)
        "NEON"
      #else
        "baseline"
      #endif
    case .avx2: "AVX2"
    case .avx512: "AVX-512"
    }
  }

  /// Its name in the names of rows.
  var word: String { name.lowercased().filter { $0 != "-" } }

  /// The bank's kernels with the same instructions; `nil` where it has none.
  var kernels: KernelSet? {
    let kernels: KernelSet =
      switch self {
      case .baseline: .baseline
      case .avx2: .avx2
      case .avx512: .avx512
      }
    return KernelSet.available.contains(kernels) ? kernels : nil
  }

  var reference: reference_set {
    switch self {
    case .baseline: reference_baseline
    case .avx2: reference_avx2
    case .avx512: reference_avx512
    }
  }
}
