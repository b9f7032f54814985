// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// What a frame needs of a curve and a set of instructions, without counted references.
///
/// The bank that holds it keeps the curve, and with it the tables, alive.
struct BankLoop {
  let mode: BankMode
  let set: KernelSet
  /// `nil`: by the timing function, one by one.
  let kernel: rk_kernel?
  private let streamingKernel: rk_kernel?
  private let table: UnsafePointer<rk_curve>?
  private let fit: Unmanaged<CurveFit>

  init(_ curve: BankCurve, _ mode: BankMode, _ set: KernelSet) {
    let plan = curve.choice(set).plan
    self.mode = mode
    self.set = set
    kernel = plan?.kernel(mode, streams: false)
    streamingKernel = plan?.kernel(mode, streams: true)
    table = plan.map { UnsafePointer($0.curve) }
    fit = .passUnretained(curve.fit)
  }

  /// Works out the progress of a row of repeats.
  func run(_ span: rk_span, streams: Bool) {
    var span = span
    guard let kernel, let streamingKernel else { return runTimingFunction(span) }
    (streams ? streamingKernel : kernel)(table, &span)
  }

  private func runTimingFunction(_ span: rk_span) {
    fit._withUnsafeGuaranteedRef { fit in
      for index in 0..<Int(span.count) {
        let point = PortableKernel.leg(span, index, isOneWay: mode == .sawtooth)
        span.out[index] = Float(fit.timing(Double(point) * 0x1p-31))
      }
    }
  }

  /// The progress at a phase in [0, 1), in `Double`.
  func progress(at phase: Double, _ sampler: rk_sampler) -> Double {
    if sampler.rows != nil { return rk_progress(sampler, UInt64(phase * 0x1p64)) }
    // Exact in both halves.
    let leg = mode == .sawtooth ? phase : min(2 * phase, 2 - 2 * phase)
    return fit._withUnsafeGuaranteedRef { $0.timing(leg) }
  }
}
