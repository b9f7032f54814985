// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import SwarmScenario
import Testing

@testable import FlashingSquare

@Suite struct SwarmPictureTests {
  @Test func `values are rounded to the nearest colour in the level's row`() {
    for level in [0, 7, 31] as [UInt8] {
      let first = UInt16(level) * 256
      for step in 0...2550 {
        let value = Float(step) / 2550
        let expected = first + UInt16((value * 255).rounded(.toNearestOrEven))
        #expect(SwarmColors.index(value, level: level) == expected)
      }
      // The bank's values have an error of at most 2e-7.
      #expect(SwarmColors.index(-2e-7, level: level) == first)
      #expect(SwarmColors.index(1 + 2e-7, level: level) == first + 255)
    }
  }

  @Test(arguments: [(1, 1), (40, 25), (333, 208), (640, 400), (897, 560)], [3, 4])
  func `squares fill the box and stay inside`(_ size: (width: Int, height: Int), _ number: Int) {
    let grid = SwarmGrid.all[number]
    let picture = SwarmPicture(grid, SwarmColors())
    let box = PixelBox(x: 7, y: 9, width: size.width, height: size.height)
    picture.arrange(in: box)
    for index in 0..<grid.count {
      let square = picture.batch.box(of: index)
      #expect(square.width >= 1 && square.height >= 1)
      #expect(square.intersection(box) == square)
    }
    let first = picture.batch.box(of: 0)
    let last = picture.batch.box(of: grid.count - 1)
    #expect(first.x == box.x && first.y == box.y)
    // Each square has a gap at its right and a gap below it, so at most one gap follows the last
    // square.
    let gap = size.width / grid.columns / 5
    #expect(box.right - last.right <= gap && box.bottom - last.bottom <= gap)
  }
}
