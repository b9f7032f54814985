// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

@Suite struct DisplayRoomTests {
  @Test(arguments: [
    (960, 540, 960, 540), (1280, 800, 1280, 800), (1281, 800, 1280, 799), (1920, 1080, 1280, 720),
    (500, 1000, 400, 800), (16_384, 1, 1280, 1), (1, 16_384, 1, 800), (16_384, 16_384, 800, 800),
  ]) func `a window that does not fit is made smaller with the same proportions`(
    _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
  ) {
    let room = DisplayRoom(x: 0, y: 0, width: 1280, height: 800)
    let fitting = room.fitting(PixelSize(width: width, height: height))
    #expect(fitting == PixelSize(width: newWidth, height: newHeight))
    #expect(room.fitting(fitting) == fitting)
  }

  @Test func `a window is centred in the space without panels`() {
    let room = DisplayRoom(x: 40, y: 30, width: 1240, height: 770)
    let frame = room.centred(PixelSize(width: 960, height: 540))
    #expect((frame.x, frame.y, frame.w, frame.h) == (180, 145, 960, 540))
    #expect(
      DisplayRoom(x: 0, y: 0, width: 1, height: 1).fitting(PixelSize(width: 960, height: 540))
        == PixelSize(width: 1, height: 1))
  }
}
