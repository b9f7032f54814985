// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A timing function made ready for a bank: fitted by what the processor evaluates fastest.
///
/// Any timing function can be. Making one takes about a millisecond: the fits are made and measured
/// here, for each set of instructions that the processor has, and the cheapest that is near enough
/// is kept. Copies share it.
public struct BankCurve: Sendable {
  let fit: CurveFit

  /// What was fitted.
  public var timing: TimingFunction { fit.timing }

  /// Fits a timing function.
  public init(_ timing: TimingFunction) {
    fit = CurveFit(timing)
  }

  /// Fits a timing function by one method only, where that is near enough.
  ///
  /// Every set of instructions with which the method meets the bound uses it; others use their own
  /// choice, as ``method(with:)`` says. For comparisons, and for the same values on processors of
  /// different kinds as far as these have the same instructions.
  /// - Throws: ``BankError/methodDoesNotFit(_:)`` where no set of instructions that the processor
  ///   has meets the bound with it.
  public init(_ timing: TimingFunction, method: KernelMethod) throws(BankError) {
    fit = CurveFit(timing, method: method)
    guard fit.choices.contains(where: { $0.method == method }) else {
      throw .methodDoesNotFit(method)
    }
  }

  /// The same without the memory that fitting took.
  /// - Parameter timing: Equal to the other's, in memory that stays.
  package init(copying other: BankCurve, timing: TimingFunction) {
    fit = CurveFit(copying: other.fit, timing: timing)
  }

  /// The most by which a frame's progress was off in the fit's trial; at most 2e-7 (1.2e-7 for the
  /// named ones), times the curve's largest magnitude where that is above 1.
  ///
  /// The error is measured against the values that the timing function takes within ±2^-25 of a leg
  /// around the point, as far as a `Float` may round the point itself.
  /// ``RepeatBank/phaseBound(hertz:)`` says how far the point may be off besides.
  ///
  /// At a jump, as of steps, a frame may so show either side within that distance;
  /// ``RepeatBank/progress(of:at:)`` is exact there too.
  /// - Parameter kernels: One of ``KernelSet/available``.
  public func bound(with kernels: KernelSet = .best) -> Double { choice(kernels).bound }

  /// The name of the loop that evaluates a frame, such as "32 pieces of degree 3 in registers".
  /// - Parameter kernels: One of ``KernelSet/available``.
  public func kernelName(with kernels: KernelSet = .best) -> String {
    choice(kernels).plan?.name ?? "timing function, one by one"
  }

  /// The way in which a frame is evaluated: the cheapest, as measured on processors with these
  /// instructions, that is near enough; always the same for the same curve and instructions.
  /// - Parameter kernels: One of ``KernelSet/available``.
  public func method(with kernels: KernelSet = .best) -> KernelMethod { choice(kernels).method }

  /// The most by which ``RepeatBank/progress(of:at:)`` was off the timing function in the fit's
  /// trial; 0 where the timing function itself is evaluated.
  public var exactBound: Double { fit.exact?.bound ?? 0 }

  func choice(_ kernels: KernelSet) -> CurveFit.Choice {
    guard let index = KernelSet.available.firstIndex(of: kernels) else {
      preconditionFailure("this processor has no \(kernels.name)")
    }
    return fit.choices[index]
  }
}

extension BankCurve: Hashable {
  /// Whether both are of equal timing functions.
  public static func == (a: BankCurve, b: BankCurve) -> Bool { a.timing == b.timing }

  /// By the timing function.
  public func hash(into hasher: inout Hasher) { hasher.combine(timing) }
}
