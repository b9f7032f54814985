// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver
import SwarmScenario
import Testing

@testable import FlashingSquare

@Suite struct SwarmPictureTests {
  @Test func `each grid's squares find themselves, and every other grid's a square nearby`() {
    for grid in SwarmGrid.all.prefix(3) {
      for other in SwarmGrid.all.prefix(3) {
        for index in stride(from: 0, to: other.count, by: max(1, other.count / 997)) {
          let nearest = grid.index(nearest: index, of: other)
          #expect((0..<grid.count).contains(nearest))
          if grid == other { #expect(nearest == index) }
          let (a, b) = (grid.center(of: nearest), other.center(of: index))
          // A cell, and the difference of both fields' widths.
          #expect(distance(a, b) < 1.5 / Double(min(grid.rows, other.rows)) + 0.04)
        }
      }
    }
  }

  @Test func `phases begin in the cycle, and calm rates are calm`() {
    for grid in SwarmGrid.all.prefix(3) {
      for index in stride(from: 0, to: grid.count, by: max(1, grid.count / 1009)) {
        #expect((0..<1).contains(grid.firstPhase(of: index)))
        #expect((0.2...0.4).contains(grid.calmHertz(of: index)))
      }
    }
  }

  @Test func `values are rounded to the nearest colour, and never leave the level's row`() {
    for level in [0, 7, 31] as [UInt8] {
      let first = UInt16(level) * 256
      for step in 0...2550 {
        let value = Float(step) / 2550
        let expected = first + UInt16((value * 255).rounded(.toNearestOrEven))
        #expect(SwarmColors.index(value, level: level) == expected)
      }
      // The bank's frames are off by 2e-7 at most, on either side.
      #expect(SwarmColors.index(-2e-7, level: level) == first)
      #expect(SwarmColors.index(1 + 2e-7, level: level) == first + 255)
    }
  }

  /// The most that one step of 8 bits changes the luminance: of green, near its full light.
  static let rounding: Float = 0.7152 * 2.3 / 255

  @Test func `a square is brighter the further its flash, and warmer the more alarmed`() {
    let palette = SwarmColors()
    #expect(palette.colors.count == SwarmColors.levels * SwarmColors.steps)
    // Relative luminance, WCAG 2.x.
    let light = palette.colors.map { color in
      let color = Color(sRGB8: color.red, green: color.green, blue: color.blue)
      return Float(0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue)
    }
    for level in 0..<SwarmColors.levels {
      let row = light[level * 256..<level * 256 + 256]
      #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 + Self.rounding })
      #expect(light[level * 256] + 0.15 < light[level * 256 + 255])
    }
    let brightest = stride(from: 255, to: palette.colors.count, by: 256).map { palette.colors[$0] }
    #expect(zip(brightest, brightest.dropFirst()).allSatisfy { $0.red <= $1.red })
    #expect(brightest.last == Palette.flash(1))
  }

  @Test(arguments: [(1, 1), (40, 25), (333, 208), (640, 400), (897, 560)], [0, 1])
  func `squares fill the box and stay inside`(_ size: (width: Int, height: Int), _ number: Int) {
    let grid = SwarmGrid.all[number]
    let picture = SwarmPicture(grid, SwarmColors(), .off)
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
    // Gaps are at the right and below: the last square leaves at most one of them.
    let gap = size.width / grid.columns / 5
    #expect(box.right - last.right <= gap && box.bottom - last.bottom <= gap)
  }

  @Test func `after a first tenth of a second the mean of half a second is shown`() {
    var work = SwarmWork()
    for frame in 0..<6 { work.note([1, 2, 3, Double(frame)] as SIMD4, at: Double(frame) / 60) }
    #expect(work.seconds == nil && work.total == nil)
    work.note([1, 2, 3, 6], at: 0.1)
    #expect(work.seconds == [1, 2, 3, 3])
    for frame in 7..<36 {
      work.note([1, 2, 3, 30], at: Double(frame) / 60)
      #expect(work.total == 9)
    }
    work.note([1, 2, 3, 30], at: 0.6)
    #expect(work.seconds == [1, 2, 3, 30])
    // What another number of squares took is not what these take.
    work.startAnew()
    work.note([5, 5, 5, 5], at: 1)
    #expect(work.total == nil)
    work.note([5, 5, 5, 5], at: 1.1)
    #expect(work.total == 20)
  }

  @Test func `a stopwatch that is off reads no clock`() {
    #expect(Stopwatch.off.now == 0)
    #expect(Stopwatch.off.seconds(since: 0) == 0)
    let start = Stopwatch.running.now
    #expect(start > 0)
    #expect(Stopwatch.running.seconds(since: start) >= 0)
  }
}
