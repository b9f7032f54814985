// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FoundationEssentials
import FramePacing
import RepeatBanks

// These conformances give every error of the package its text as `error.localizedDescription`, for
// programs with Foundation. Linking this module is enough; the other modules do not link
// Foundation.

extension CustomStringConvertible where Self: LocalizedError {
  /// The invalid value and the valid range.
  public var errorDescription: String? { description }
}

extension BankError: LocalizedError {}
extension BankStateError: LocalizedError {}
extension FramePacingError: LocalizedError {}
extension LayerError: LocalizedError {}
extension RepeatError: LocalizedError {}
extension TimingFunctionError: LocalizedError {}
