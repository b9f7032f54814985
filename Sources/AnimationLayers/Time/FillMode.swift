// SPDX-License-Identifier: Apache-2.0

/// What shows before and after an animation's active interval.
///
/// Source: CAMediaTimingFillMode.
public enum FillMode: Hashable, Sendable, CaseIterable, Codable {
  /// The model value, before and after.
  case removed
  /// After the end, the last frame.
  case forwards
  /// Before the beginning, the first frame.
  case backwards
  /// Both.
  case both

  /// Whether the first frame shows before the beginning.
  public var fillsBefore: Bool { self == .backwards || self == .both }

  /// Whether the last frame shows after the end.
  public var fillsAfter: Bool { self == .forwards || self == .both }
}
