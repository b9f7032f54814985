// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The ways to evaluate a timing function for many repeats at once.
///
/// Which one a curve gets depends on the curve and on the instructions alone, so results are the
/// same again on the same kind of processor: see ``BankCurve/method(with:)``.
/// ``BankCurve/init(_:method:)`` names another one.
public enum KernelMethod: Hashable, Sendable, CaseIterable {
  /// The leg's point itself.
  case line
  /// One odd polynomial around the leg's middle, for curves that are antisymmetric about it.
  case oddPolynomial
  /// Polynomials on equal pieces of the leg, whose coefficients stay in registers.
  case piecesInRegisters
  /// Cubic polynomials on equal pieces of the leg, in memory.
  case piecesInMemory
  /// The same on pieces that are finer towards the ends and the middle.
  case gradedPieces
  /// The timing function itself, one value at a time.
  case timingFunction

  /// The word for it in a message or a table.
  public var name: String {
    switch self {
    case .line: "straight line"
    case .oddPolynomial: "odd polynomial"
    case .piecesInRegisters: "pieces in registers"
    case .piecesInMemory: "pieces in memory"
    case .gradedPieces: "graded pieces in memory"
    case .timingFunction: "timing function"
    }
  }
}

#if !hasFeature(Embedded)
  extension KernelMethod: Codable {}
#endif
