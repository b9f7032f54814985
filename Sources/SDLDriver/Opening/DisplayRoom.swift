// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The part of a display that windows may fill, in the desktop's units.
extension SDL_Rect {
  /// The first display without its panels and docks; nil if SDL knows no display.
  ///
  /// C function: SDL_GetDisplayUsableBounds.
  static var ofFirstDisplay: SDL_Rect? {
    var bounds = SDL_Rect()
    return csdl_display_bounds(nil, &bounds) && bounds.w > 0 && bounds.h > 0 ? bounds : nil
  }

  var size: PixelSize { PixelSize(width: Int(w), height: Int(h)) }

  /// The size itself if it fits, otherwise the largest size of the same proportions that fits, but
  /// no side shorter than `smallest`.
  func fitting(_ wanted: PixelSize, _ smallest: PixelSize) -> PixelSize {
    let (width, height) = (size.width, size.height)
    guard wanted.width > width || wanted.height > height else { return wanted }
    let fitting =
      wanted.width * height >= wanted.height * width
      ? (width, (wanted.height * width + wanted.width / 2) / wanted.width)
      : ((wanted.width * height + wanted.height / 2) / wanted.height, height)
    return PixelSize(
      width: max(min(smallest.width, wanted.width, width), fitting.0),
      height: max(min(smallest.height, wanted.height, height), fitting.1))
  }

  /// The bounds of a window of this size in the middle of this part.
  func centred(_ size: PixelSize) -> SDL_Rect {
    let (width, height) = (CInt(size.width), CInt(size.height))
    return SDL_Rect(x: x + (w - width) / 2, y: y + (h - height) / 2, w: width, h: height)
  }
}
