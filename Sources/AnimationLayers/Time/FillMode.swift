// SPDX-License-Identifier: Apache-2.0

/// Visibility of an animation outside its active interval.
///
/// Source: CAMediaTimingFillMode.
public enum FillMode: Hashable, Sendable, CaseIterable {
  /// Shows the model value before and after.
  case removed
  /// Holds the last frame after the end.
  case forwards
  /// Shows the first frame before the beginning.
  case backwards
  /// Combines `forwards` and `backwards`.
  case both

  /// Whether the first frame shows before the beginning.
  package var fillsBefore: Bool { self == .backwards || self == .both }

  /// Whether the last frame shows after the end.
  package var fillsAfter: Bool { self == .forwards || self == .both }
}
