// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// A key by its label in the user's layout.
///
/// A key whose label is not among the cases below is named by the letter or digit that an American
/// keyboard has at the key's position. Layouts without Latin letters, and layouts that type digits
/// with shift, therefore have all letters and digits.
public enum Key: UInt8, Hashable, Sendable, CaseIterable {
  /// Letters.
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
  /// Digits above the letters or on the key pad.
  case digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9
  /// Function keys.
  case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
  /// Arrows.
  case left, right, up, down
  /// Keys that every keyboard has.
  case escape, space, tab, `return`, backspace, delete, insert, home, end, pageUp, pageDown
  /// Punctuation. Plus and minus may also be on the key pad.
  case minus, plus, equals, comma, period, slash, leftBracket, rightBracket
  /// Modifiers.
  case leftShift, rightShift, leftControl, rightControl, leftAlt, rightAlt, leftSuper, rightSuper
}

extension Key {
  /// The key of an SDL event; nil for keys that are not among the cases.
  init?(_ symbol: UInt32, at position: SDL_Scancode) {
    // On Russian keyboards (no Latin letters) and French ones (digits with shift), the key's own
    // symbol is not among the cases.
    guard let key = Key.labelled(symbol) ?? Key.american(position.rawValue) else { return nil }
    self = key
  }

  /// - Parameter code: The key's character or, if it has none, its position and a flag.
  private static func labelled(_ code: UInt32) -> Key? {
    let position = code ^ 1 << 30
    return Key(code, from: ("a" as Unicode.Scalar).value, count: 26, first: .a)
      ?? Key(code, from: ("0" as Unicode.Scalar).value, count: 10, first: .digit0)
      ?? Key(position, from: SDL_SCANCODE_F1.rawValue, count: 12, first: .f1)
      ?? Key(position, from: SDL_SCANCODE_KP_1.rawValue, count: 9, first: .digit1)
      ?? Unicode.Scalar(code).flatMap { typed[$0] } ?? placed[position]
  }

  /// The letter or digit at a position of an American keyboard.
  private static func american(_ position: UInt32) -> Key? {
    Key(position, from: SDL_SCANCODE_1.rawValue, count: 9, first: .digit1)
      ?? Key(position, from: SDL_SCANCODE_0.rawValue, count: 1, first: .digit0)
      ?? Key(position, from: SDL_SCANCODE_A.rawValue, count: 26, first: .a)
  }

  /// The key of a code in a row of `count` keys: SDL's codes from `start` on, and the cases of
  /// `Key` from `first` on, have the same order.
  private init?(_ code: UInt32, from start: UInt32, count: UInt32, first: Key) {
    guard code >= start, code - start < count else { return nil }
    self.init(rawValue: first.rawValue + UInt8(code - start))
  }

  private static let typed: [Unicode.Scalar: Key] = [
    "\u{1B}": .escape, " ": .space, "\t": .tab, "\r": .return, "\u{8}": .backspace,
    "\u{7F}": .delete, "-": .minus, "+": .plus, "=": .equals, ",": .comma, ".": .period,
    "/": .slash, "[": .leftBracket, "]": .rightBracket,
  ]

  private static let placed: [UInt32: Key] = [
    SDL_SCANCODE_LEFT.rawValue: .left, SDL_SCANCODE_RIGHT.rawValue: .right,
    SDL_SCANCODE_UP.rawValue: .up, SDL_SCANCODE_DOWN.rawValue: .down,
    SDL_SCANCODE_KP_ENTER.rawValue: .return, SDL_SCANCODE_INSERT.rawValue: .insert,
    SDL_SCANCODE_HOME.rawValue: .home, SDL_SCANCODE_END.rawValue: .end,
    SDL_SCANCODE_PAGEUP.rawValue: .pageUp, SDL_SCANCODE_PAGEDOWN.rawValue: .pageDown,
    SDL_SCANCODE_KP_MINUS.rawValue: .minus, SDL_SCANCODE_KP_PLUS.rawValue: .plus,
    SDL_SCANCODE_KP_0.rawValue: .digit0,
    SDL_SCANCODE_LSHIFT.rawValue: .leftShift, SDL_SCANCODE_RSHIFT.rawValue: .rightShift,
    SDL_SCANCODE_LCTRL.rawValue: .leftControl, SDL_SCANCODE_RCTRL.rawValue: .rightControl,
    SDL_SCANCODE_LALT.rawValue: .leftAlt, SDL_SCANCODE_RALT.rawValue: .rightAlt,
    SDL_SCANCODE_LGUI.rawValue: .leftSuper, SDL_SCANCODE_RGUI.rawValue: .rightSuper,
  ]
}
