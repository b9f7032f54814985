// SPDX-License-Identifier: Apache-2.0

/// A key by what is written on it in the user's layout; digits also by their position on the
/// keyboard.
public enum Key: UInt8, Hashable, Sendable, CaseIterable {
  /// Letters.
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
  /// Digits, above the letters or on the key pad.
  case digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9
  /// Function keys.
  case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
  /// Arrows.
  case left, right, up, down
  /// Keys that every keyboard has.
  case escape, space, tab, `return`, backspace, delete, insert, home, end, pageUp, pageDown
  /// Signs; plus and minus also on the key pad.
  case minus, plus, equals, comma, period, slash, leftBracket, rightBracket
  /// Modifiers.
  case leftShift, rightShift, leftControl, rightControl, leftAlt, rightAlt, leftSuper, rightSuper
}
