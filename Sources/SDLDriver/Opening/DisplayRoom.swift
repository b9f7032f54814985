// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The part of a display that windows may fill, in the desktop's units.
struct DisplayRoom: Hashable, Sendable {
  var x: Int
  var y: Int
  /// At least 1.
  var width: Int
  /// At least 1.
  var height: Int

  /// The first display without its panels and docks; nil if SDL knows no display.
  ///
  /// C function: SDL_GetDisplayUsableBounds.
  static var ofFirstDisplay: DisplayRoom? {
    var bounds = SDL_Rect()
    guard csdl_display_bounds(nil, &bounds), bounds.w > 0, bounds.h > 0 else { return nil }
    return DisplayRoom(
      x: Int(bounds.x), y: Int(bounds.y), width: Int(bounds.w), height: Int(bounds.h))
  }

  /// The size itself if it fits, otherwise the largest size of the same proportions that fits,
  /// rounded to whole units, at least 1 x 1.
  func fitting(_ size: PixelSize) -> PixelSize {
    guard size.width > width || size.height > height else { return size }
    if size.width * height >= size.height * width {
      let fitting = (size.height * width + size.width / 2) / size.width
      return PixelSize(width: width, height: max(1, fitting))
    }
    let fitting = (size.width * height + size.height / 2) / size.height
    return PixelSize(width: max(1, fitting), height: height)
  }

  /// The bounds of a window of this size in the middle of this part.
  func centred(_ size: PixelSize) -> SDL_Rect {
    SDL_Rect(
      x: CInt(x + (width - size.width) / 2), y: CInt(y + (height - size.height) / 2),
      w: CInt(size.width), h: CInt(size.height))
  }
}
