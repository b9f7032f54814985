// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// A key by its label in the user's layout.
///
/// A key whose label has no case here is named by the letter or digit that an American keyboard has
/// at its position. Layouts without Latin letters, and layouts that type digits with shift,
/// therefore have all letters and digits.
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
  /// Punctuation; plus and minus also on the key pad.
  case minus, plus, equals, comma, period, slash, leftBracket, rightBracket
  /// Modifiers.
  case leftShift, rightShift, leftControl, rightControl, leftAlt, rightAlt, leftSuper, rightSuper
}

extension Key {
  /// The key of an SDL event; nil for keys without a case here.
  init?(_ symbol: SDL_Keysym) {
    if let key = Key(code: symbol.sym) {
      self = key
    } else if let key = Key(at: symbol.scancode) {
      // On Russian keyboards (no Latin letters) and French ones (digits with shift), the key's own
      // symbol has no case here.
      self = key
    } else {
      return nil
    }
  }

  private init?(code: SDL_Keycode) {
    let code = UInt32(bitPattern: code)
    if let key = Key(code, from: SDLK_a.rawValue, count: 26, first: .a)
      ?? Key(code, from: SDLK_0.rawValue, count: 10, first: .digit0)
      ?? Key(code, from: SDLK_F1.rawValue, count: 12, first: .f1)
      ?? Key(code, from: SDLK_KP_1.rawValue, count: 9, first: .digit1)
      ?? Key.named[code]
    {
      self = key
    } else {
      return nil
    }
  }

  /// The letter or digit at a position of an American keyboard.
  private init?(at position: SDL_Scancode) {
    let code = position.rawValue
    if position == SDL_SCANCODE_0 {
      self = .digit0
    } else if let key = Key(code, from: SDL_SCANCODE_1.rawValue, count: 9, first: .digit1)
      ?? Key(code, from: SDL_SCANCODE_A.rawValue, count: 26, first: .a)
    {
      self = key
    } else {
      return nil
    }
  }

  /// The key at the code's index in a row of `count` keys that begins with `first`, for rows that
  /// have the same order in SDL and here.
  private init?(_ code: UInt32, from start: UInt32, count: UInt32, first: Key) {
    guard code >= start, code - start < count else { return nil }
    self.init(rawValue: first.rawValue + UInt8(code - start))
  }

  private static let named: [UInt32: Key] = [
    SDLK_LEFT.rawValue: .left, SDLK_RIGHT.rawValue: .right,
    SDLK_UP.rawValue: .up, SDLK_DOWN.rawValue: .down,
    SDLK_ESCAPE.rawValue: .escape, SDLK_SPACE.rawValue: .space, SDLK_TAB.rawValue: .tab,
    SDLK_RETURN.rawValue: .return, SDLK_KP_ENTER.rawValue: .return,
    SDLK_BACKSPACE.rawValue: .backspace, SDLK_DELETE.rawValue: .delete,
    SDLK_INSERT.rawValue: .insert, SDLK_HOME.rawValue: .home, SDLK_END.rawValue: .end,
    SDLK_PAGEUP.rawValue: .pageUp, SDLK_PAGEDOWN.rawValue: .pageDown,
    SDLK_MINUS.rawValue: .minus, SDLK_KP_MINUS.rawValue: .minus,
    SDLK_PLUS.rawValue: .plus, SDLK_KP_PLUS.rawValue: .plus,
    SDLK_EQUALS.rawValue: .equals, SDLK_COMMA.rawValue: .comma,
    SDLK_PERIOD.rawValue: .period, SDLK_SLASH.rawValue: .slash,
    SDLK_LEFTBRACKET.rawValue: .leftBracket, SDLK_RIGHTBRACKET.rawValue: .rightBracket,
    SDLK_KP_0.rawValue: .digit0,
    SDLK_LSHIFT.rawValue: .leftShift, SDLK_RSHIFT.rawValue: .rightShift,
    SDLK_LCTRL.rawValue: .leftControl, SDLK_RCTRL.rawValue: .rightControl,
    SDLK_LALT.rawValue: .leftAlt, SDLK_RALT.rawValue: .rightAlt,
    SDLK_LGUI.rawValue: .leftSuper, SDLK_RGUI.rawValue: .rightSuper,
  ]
}
