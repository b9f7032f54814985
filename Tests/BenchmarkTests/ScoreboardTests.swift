// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowRigs

@testable import benchmark

@Suite struct ScoreboardTests {
  /// The figures of pictures at these milliseconds, of a square that has moved for so many.
  private static func figures(_ times: [Double], moved: [Double]) -> SquareFigures? {
    var pictures: [DamageWatch.Picture] = []
    for (time, way) in zip(times, moved) {
      let color = UInt32(way * 24) & 0xFF_FFFF
      pictures.append(DamageWatch.Picture(time: Int64(time * 1e6), color: color))
    }
    var figures = SquareFigures(name: "C, our loop", isOurs: true)
    let isEnough = figures.take(pictures)
    return isEnough ? figures : nil
  }

  @Test func `an even motion has its rate, and no step is off`() throws {
    let times = (0...120).map { 1000 * Double($0) / 60 }
    let figures = try #require(Self.figures(times, moved: times))
    #expect((figures.rate - 60).magnitude < 1e-4)
    #expect(figures.spread < 1e-5 && (figures.worst - 16.667).magnitude < 0.001)
    #expect(figures.stepError < 0.09)  // two roundings to a hundredth of a pixel, 1/24 ms each
  }

  @Test func `a late picture is a long interval and a short one, and its step is off`() throws {
    var times = (0...120).map { 20 * Double($0) }
    let moved = times
    for index in stride(from: 5, to: 120, by: 10) { times[index] += 4 }
    let figures = try #require(Self.figures(times, moved: moved))
    #expect((figures.p1 - 16).magnitude < 1e-6 && (figures.p99 - 24).magnitude < 1e-6)
    #expect((figures.stepError - 4).magnitude < 0.09 && (figures.rate - 50).magnitude < 0.01)
  }

  /// The color has 24 bits: 0xFFFFFF hundredths of a pixel are 699 s.
  @Test func `the distance goes on where the color begins again`() throws {
    let times = (0...10).map { 699_000 + 20 * Double($0) }
    let figures = try #require(Self.figures(times, moved: times))
    #expect(figures.stepError < 0.09)
  }

  @Test(arguments: 0...2) func `too few pictures give no figures`(count: Int) {
    #expect(Self.figures([0, 20].dropLast(2 - count), moved: [0, 20]) == nil)
  }

  @Test func `the table fits, and the picture has a lane for what is not missing`() throws {
    let times = [0, 16.7, 33.3, 100]
    let shown = try #require(Self.figures(times, moved: times))
    var missing = SquareFigures(name: "raylib", isOurs: false)
    missing.missing = "raylib could not be installed from PyPI"
    let lines = SquareTable([shown, missing]).lines
    #expect(lines.allSatisfy { $0.count <= Columns.width })
    #expect(lines[1].hasPrefix("C, our loop ") && lines[1].contains(" 30.00 "))
    #expect(lines.contains("- raylib: raylib could not be installed from PyPI"))
    let picture = SquarePicture([shown, missing]).text
    #expect(picture.contains(">C, our loop<") && !picture.contains("raylib"))
    // An interval beyond the axis is drawn at its end.
    #expect(picture.contains("M930.0 50v30"))
  }
}
