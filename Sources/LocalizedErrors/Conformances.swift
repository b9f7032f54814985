// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FoundationEssentials
import FramePacing
import RepeatBanks
import StrategyComparison

// For programs with Foundation: `error.localizedDescription` of any error of the package is its text.
// Linking this module is enough; the others link no Foundation.

extension CustomStringConvertible where Self: LocalizedError {
  /// What is wrong, and what would be right.
  public var errorDescription: String? { description }
}

extension BankError: LocalizedError {}
extension BankStateError: LocalizedError {}
extension ColorError: LocalizedError {}
extension ComparisonError: LocalizedError {}
extension CyclePositionError: LocalizedError {}
extension FramePacingError: LocalizedError {}
extension LayerError: LocalizedError {}
extension RepeatError: LocalizedError {}
extension SavedStateError: LocalizedError {}
extension SpringError: LocalizedError {}
extension TimingFunctionError: LocalizedError {}
