// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import RepeatTiming
import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct TimingStripTests {
  struct Figure: Sendable {
    let timing: MediaTiming
    /// Time, and the progress that its colour shows; `nil` is white.
    let shown: [(Double, Double?)]
  }

  /// The seed's figures.
  @Test(arguments: [
    Figure(
      timing: MediaTiming(duration: 1.5),
      shown: [(0, 0), (0.75, 0.5), (1.49, 0.993), (1.6, nil), (3, nil)]),
    Figure(
      timing: MediaTiming(beginTime: 1, duration: 1.5),
      shown: [(0.9, nil), (1.75, 0.5), (2.6, nil)]),
    Figure(
      timing: MediaTiming(beginTime: 1, duration: 1.5, fillMode: .backwards),
      shown: [(0.1, 0), (0.9, 0), (1.75, 0.5), (2.6, nil)]),
    Figure(
      timing: MediaTiming(duration: 1.5, autoreverses: true),
      shown: [(0.75, 0.5), (1.5, 1), (2.25, 0.5), (2.9, 0.067), (3.1, nil)]),
    Figure(
      timing: MediaTiming(duration: 1.5, repeatCount: 2),
      shown: [(1.45, 0.967), (1.55, 0.033), (2.25, 0.5), (3.1, nil)]),
    Figure(
      timing: MediaTiming(duration: 1.5, repeatDuration: 2),
      shown: [(1.6, 0.067), (1.9, 0.267), (2.1, nil)]),
    Figure(
      timing: MediaTiming(duration: 3, speed: 2), shown: [(0.75, 0.5), (1.6, nil)]),
    Figure(
      timing: MediaTiming(duration: 3, timeOffset: 1),
      shown: [(0.02, 0.34), (1, 0.667), (1.95, 0.983), (2.05, 0.017), (2.95, 0.317), (3.1, nil)]),
  ])
  func `each of the seed's figures has its colours at their times`(figure: Figure) throws {
    let strip = TimingStrip(timing: figure.timing, seconds: 4, label: "")
    let segments = strip.segments(width: 800)
    for (time, progress) in figure.shown {
      let color = segments.first { $0.columns.contains(Int(time * 200)) }?.color
      guard let progress else {
        #expect(color == nil, "nothing at \(time)")
        continue
      }
      let expected = Palette.bytes(
        of: .interpolate(from: Palette.alarm, to: Palette.calm, progress: progress))
      let found = try #require(color, "not in effect at \(time)")
      // A column is 5 ms wide, up to 1/150 of the way.
      #expect(abs(Int(found.red) - Int(expected.red)) <= 12, "red at \(time)")
      #expect(abs(Int(found.green) - Int(expected.green)) <= 12, "green at \(time)")
      #expect(abs(Int(found.blue) - Int(expected.blue)) <= 12, "blue at \(time)")
    }
  }

  @Test func `a strip in a layer shows what an animation in such a layer shows`() {
    let strip = TimingStrip(
      timing: MediaTiming(beginTime: 0.5, duration: 1.5),
      layerTiming: MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true), seconds: 8,
      label: "")
    let tree = LayerTree()
    let layer = Layer()
    tree.root.add(layer)
    layer.timing = strip.layerTiming
    var fade = BasicAnimation(.rotation, from: 0, to: 1)
    fade.timing = strip.timing
    layer.rotation = -1
    layer.add(fade)
    tree.update(at: 0)
    for step in 0..<800 {
      let time = Double(step) / 100 + 0.005
      let sample = strip.sample(at: time)
      let isShown = layer.contentTime(at: time) != nil
      let value = layer.value(of: .rotation, at: time)
      #expect(sample.isInEffect == (isShown && value >= 0), "at \(time)")
      if sample.isInEffect { #expect(abs(value - sample.progress) < 1e-12, "at \(time)") }
    }
  }
}
