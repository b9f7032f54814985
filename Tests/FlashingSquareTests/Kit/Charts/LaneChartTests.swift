// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import StrategyComparison
import Testing

@testable import FlashingSquare

/// The chart shows the motions at every time, and not only at the frames.
@Suite struct LaneChartTests {
  /// The heights that a curve's opaque pixels cover in each column of a lane.
  private func columns(_ canvas: Canvas, _ color: RGBA8, in lane: PixelBox) -> [ClosedRange<
    Double
  >?] {
    var columns = [ClosedRange<Double>?](repeating: nil, count: lane.width)
    let room = lane.inset(0, -4)
    for case .rectangles(color, let pool) in canvas.list.drawings {
      for rect in canvas.list.rectangles(pool) {
        let box = PixelBox(
          x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height))
        guard box.intersection(room) == box else { continue }
        for x in box.x..<box.right {
          let (top, bottom) = (Double(box.y), Double(box.bottom))
          let old = columns[x - lane.x] ?? top...bottom
          columns[x - lane.x] = min(old.lowerBound, top)...max(old.upperBound, bottom)
        }
      }
    }
    return columns
  }

  /// A lane's value at a time, from a repeat of its own: 0.8 s, then the requests.
  private func value(_ mode: DemoMode, _ requests: [RateChange], at time: Double) -> Double {
    let start = -AnswersScene.pastSeconds
    let past = requests.filter { $0.time <= time }
    guard let policy = mode.policy else {
      let seconds = past.last?.rate.cycleDuration ?? 0.8
      let cycles = (time - start) / seconds
      return ValueCurve.value(atPhase: cycles - cycles.rounded(.down))
    }
    var pulse = RepeatController.running(policy, since: start)
    for request in past {
      pulse.advance(to: request.time)
      do { try pulse.setRate(request.rate) } catch { Issue.record("\(error)") }
    }
    return pulse.sample(at: time).progress
  }

  @Test(arguments: [12.0, 60]) func `each column has the value of its time, at any frame rate`(
    _ hertz: Double
  ) throws {
    var run = SceneRun(attract: true, hertz: hertz)
    run.run(until: 7)
    let canvas = run.draw()
    let scene = try run.answers()
    let chart = try #require(scene.chart)
    #expect(scene.log.changes.count == 3)
    for (lane, box) in zip(scene.lanes, chart.lanes) {
      let drawn = columns(canvas, Palette.color(of: lane.mode), in: box)
      var compared = 0
      for column in 4..<box.width - 4 {
        let x = Double(box.x + column)
        // Beside a jump there are its bar and its dots.
        let isNearJump =
          lane.mode == .naive
          && scene.log.changes.contains { abs(chart.axis.x($0.time) - x) < 8 }
        guard !isNearJump, let range = drawn[column] else { continue }
        compared += 1
        // A line is two points thick, and its steep parts as well.
        let heights = [-1.0, 0, 0.5, 1, 2].map {
          ChartAxis.y(
            value(lane.mode, scene.log.changes, at: chart.axis.time(x + $0)), in: box)
        }
        let (low, high) = (heights.min() ?? 0, heights.max() ?? 0)
        #expect(
          range.lowerBound >= low - 2.1 && range.upperBound <= high + 2.1
            && range.contains(min(max(heights[2], box.y.asDouble), box.bottom.asDouble)),
          "\(lane.mode) at \(chart.axis.time(x)): \(range), not \(low)...\(high)")
      }
      #expect(compared > box.width * 9 / 10 - 60)
    }
  }

  @Test func `each jump is a gap with its size, and a smooth motion has none`() throws {
    var run = SceneRun(attract: true, hertz: 12)
    run.run(until: 7)
    var canvas = run.draw()
    let scene = try run.answers()
    let chart = try #require(scene.chart)
    for (lane, box) in zip(scene.lanes, chart.lanes) {
      let gaps = scene.chartLane(lane).stroke(&canvas, box, chart.axis, 2)
      let shown = scene.log.changes.filter { $0.time > 1 }
      #expect(gaps.map(\.time) == (lane.mode == .naive ? shown.map(\.time) : []))
      for gap in gaps {
        let after = value(lane.mode, scene.log.changes, at: gap.time)
        let before = value(lane.mode, scene.log.changes, at: gap.time.nextDown)
        #expect(abs(gap.size - abs(after - before)) < 1e-6)
        #expect(canvas.texts.contains("jumps \(NumberText.percent(gap.size))"))
      }
    }
  }

  @Test func `a history answers for each time with the state of that time`() {
    var history = MotionHistory(0, from: 0)
    for number in 1...1000 { history.add(number, from: Double(number) / 10) }
    #expect(history.state(at: 99.95) == 999 && history.state(at: 92.05) == 920)
    // Old states are dropped, but none that a chart shows.
    #expect(history.stretches.count < 400)
    #expect(history.stretches[0].start <= 100 - ChartAxis.span)
    history.rewind()
    #expect(history.stretches.count == 1)
  }
}

extension RepeatController {
  /// A repeat of 0.8 s.
  fileprivate static func running(_ policy: RatePolicy, since start: Double) -> RepeatController {
    do {
      var pulse = try RepeatController(
        RepeatSettings(rate: .cycleDuration(0.8), policy: policy), now: start)
      pulse.start()
      return pulse
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension Int {
  fileprivate var asDouble: Double { Double(self) }
}
