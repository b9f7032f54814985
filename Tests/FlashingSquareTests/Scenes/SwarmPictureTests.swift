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
  func `the squares' boxes fill the box of the picture`(
    _ size: (width: Int, height: Int), _ number: Int
  ) {
    let grid = SwarmGrid.all[number]
    let picture = SwarmPicture(grid, SwarmColors())
    let box = PixelBox(x: 7, y: 9, width: size.width, height: size.height)
    let area = (0..<grid.count).reduce(0) { sum, index in
      let square = picture.square(index, in: box)
      #expect(square.width == 0 || square.height == 0 || square.intersection(box) == square)
      return sum + square.width * square.height
    }
    #expect(area == box.width * box.height)
  }
}
