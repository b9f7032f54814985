// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A timing function made ready for a bank: fitted by what a processor evaluates fastest.
public struct BankCurve: Hashable, Sendable {
  /// What was fitted.
  public let timing: TimingFunction

  /// Fits a timing function; any will do.
  public init(_ timing: TimingFunction) {
    self.timing = timing
  }

  /// The most that a frame's progress may be off because of the fit.
  public var bound: Double { 1e-7 }

  /// The most that ``RepeatBank/progress(of:at:)`` may be off because of the fit.
  public var exactBound: Double { 0 }

  /// What the fit is evaluated with.
  public var kernelName: String { "timing function" }

  func exactValue(at fraction: Double) -> Double { timing(fraction) }
}
