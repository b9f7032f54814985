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
  private let kernel: rk_kernel?
  private let streamingKernel: rk_kernel?
  private let table: UnsafePointer<rk_curve>?
  private let fit: Unmanaged<CurveFit>
  /// Rows of the fit in `Double`, if there is one.
  private let exactRows: UnsafePointer<Double>?
  private let exactShift: UInt64

  init(_ curve: BankCurve, _ mode: BankMode, _ set: KernelSet) {
    let plan = curve.choice(set).plan
    self.mode = mode
    self.set = set
    kernel = plan?.kernel(mode, streams: false)
    streamingKernel = plan?.kernel(mode, streams: true)
    table = plan.map { UnsafePointer($0.curve) }
    fit = .passUnretained(curve.fit)
    exactRows = curve.fit.exact.map { UnsafePointer($0.rows) }
    exactShift = curve.fit.exact?.shift ?? 0
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
        let place = PortableKernel.leg(span, index, isOneWay: mode == .sawtooth)
        span.out[index] = Float(fit.timing(Double(place) * 0x1p-31))
      }
    }
  }

  /// The progress at a phase in 2^-64 of a period, in `Double`; `nil` where the timing function has to
  /// be asked.
  @inline(__always)
  func quickProgress(at phase: UInt64) -> Double? {
    guard let exactRows else { return nil }
    // The way back is the way out's mirror image: the magnitude, and no branch that half of all phases
    // would take.
    let back = UInt64(bitPattern: Int64(bitPattern: phase) >> 63)
    let leg = mode == .sawtooth ? phase >> 1 : (phase ^ back) &- back
    return ExactTable.value(exactRows, shift: exactShift, at: leg)
  }

  /// The progress at a phase in [0, 1), in `Double`.
  func progress(at phase: Double) -> Double {
    if let progress = quickProgress(at: UInt64(phase * 0x1p64)) { return progress }
    // Exact in both halves.
    let leg = mode == .sawtooth ? phase : min(2 * phase, 2 - 2 * phase)
    return fit._withUnsafeGuaranteedRef { $0.timing(leg) }
  }
}
