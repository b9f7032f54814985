// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// One of a curve's loops over plain arrays, there and back, without a bank: what the benchmark
/// compares banks with.
package struct BareKernel {
  private let plan: KernelPlan

  /// As ``BankCurve/kernelName(with:)`` has it.
  package var name: String { plan.name }

  fileprivate init(_ plan: KernelPlan) { self.plan = plan }

  /// Evaluates the curve for phases that move on for so many seconds.
  /// - Parameters:
  ///   - phases: 2^-32 cycle; 64-byte aligned and readable to a multiple of 16, as the rates.
  ///   - rates: Cycles per second; times `seconds` below 1/2.
  ///   - values: The progress of each; 64-byte aligned.
  ///   - streams: Whether stores bypass the caches.
  package func run(
    phases: UnsafePointer<Int32>, rates: UnsafePointer<Float>,
    into values: UnsafeMutablePointer<Float>, count: Int, seconds: Double, streams: Bool
  ) {
    var span = rk_span(
      phase: phases, rate: rates, out: values, count: Int64(count), scale: Float(seconds * 0x1p32))
    plan.kernel(.autoreverse, streams: streams)(plan.curve, &span)
    if streams { rk_fence() }
  }
}

extension BankCurve {
  /// The loop of a method; `nil` where the curve has it not with these instructions.
  package func bareKernel(of method: KernelMethod, with kernels: KernelSet) -> BareKernel? {
    guard self.method(with: kernels) == method else { return nil }
    return choice(kernels).plan.map { BareKernel($0) }
  }
}
