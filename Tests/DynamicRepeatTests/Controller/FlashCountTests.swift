// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Counts the flashes of the output: pairs of opposing changes of a tenth or more in any second.
@Suite struct FlashCountTests {
  /// The values of a repeat at equal distances in time.
  private struct Output {
    /// Samples in a second.
    static let rate = 250
    var values: [Double] = [0]

    /// The most flashes in any second.
    var flashes: Int {
      (0..<values.count).map { changes(in: values[$0..<min($0 + Self.rate, values.count)]) / 2 }
        .max() ?? 0
    }

    /// The number of opposing changes of a tenth or more.
    private func changes(in values: ArraySlice<Double>) -> Int {
      // While the value rises, only a fall from `high` counts; while it falls, only a rise from
      // `low`.
      var (low, high) = (values.first ?? 0, values.first ?? 0)
      var (count, direction) = (0, 0)
      for value in values {
        if direction <= 0, value - low >= 0.1 {
          (count, direction, high) = (count + 1, 1, value)
        } else if direction >= 0, high - value >= 0.1 {
          (count, direction, low) = (count + 1, -1, value)
        }
        (low, high) = (min(low, value), max(high, value))
      }
      return count
    }
  }

  @Test(arguments: [1, 2, 3], [true, false])
  func `a steady repeat has as many flashes as the limit`(limit: Double, autoreverses: Bool) throws
  {
    for pace in [Pace.linear, .easeInEaseOut, .easeIn, .steps(3)] {
      var settings = RepeatSettings(rate: .hertz(20), autoreverses: autoreverses, pace: pace)
      settings.maxFlashRate = limit
      var flash = try RepeatController(settings, now: 0)
      flash.start()
      var output = Output()
      for step in 0..<4 * Output.rate {
        let time = Double(step) / Double(Output.rate)
        flash.advance(to: time)
        output.values.append(flash.progress(at: time))
      }
      #expect(output.flashes == Int(limit))
    }
  }

  @Test(arguments: [4, 6, 12] as [Double])
  func `a blink for each hit has at most three flashes a second`(hits: Double) throws {
    var settings = RepeatSettings(rate: .cycleDuration(0.4), repeatCount: 1)
    settings.maxFlashRate = 3
    var blink = try RepeatController(settings, now: 0)
    var (output, hit) = (Output(), 0.0)
    for step in 0..<5 * Output.rate {
      let time = Double(step) / Double(Output.rate)
      blink.advance(to: time)
      if time >= hit / hits {
        hit += 1
        blink.stop(.immediately)
        blink.start()
      }
      output.values.append(blink.progress(at: time))
    }
    #expect((1...3).contains(output.flashes))
  }

  @Test func `rates, ramps, locks, pauses, delays and policies stay within the limit`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let sign = random.chance(0.7) ? 1.0 : -1
      var settings = RepeatSettings(
        rate: .hertz(sign * random.double(in: 0.2...8)), autoreverses: random.chance(0.5),
        pace: [.linear, .easeInEaseOut, .easeIn, .steps(3)][random.below(4)],
        repeatDelay: random.chance(0.5) ? 0 : random.double(in: 0...0.5))
      settings.maxFlashRate = Double(1 + random.below(3))
      var flash = try RepeatController(settings, now: 0)
      flash.start()
      var output = Output()
      for step in 0..<6 * Output.rate {
        let time = Double(step) / Double(Output.rate)
        flash.advance(to: time)
        if random.chance(0.02) {
          let hertz = sign * random.double(in: 0...12)
          switch random.below(7) {
          case 0: flash.pause()
          case 1, 2: flash.resume()
          case 3: try flash.setRate(.hertz(hertz))
          case 4: try flash.ramp(to: .hertz(hertz), over: random.double(in: 0...1))
          case 5: try flash.setPolicy(random.chance(0.5) ? .phaseMatched : .restartPerCycle)
          default:
            let slow = sign * random.double(in: 0.1...1) * settings.maxFlashRate
            let line = try RepeatLine(CyclePosition(random.double(in: 0...1)), at: 0, hertz: slow)
            let bounds = try RateBounds(
              minimumRate: sign > 0 ? 0 : -9, maximumRate: sign > 0 ? 9 : 0, slope: 5)
            try? flash.lock(to: line, within: bounds)
          }
        }
        output.values.append(flash.progress(at: time))
      }
      #expect(output.flashes <= Int(settings.maxFlashRate), "seed \(seed)")
    }
  }

  /// A stop inside a cycle and a start phase can move one flash into the second before.
  @Test func `starts, stops and blinks at any time add at most one flash`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var settings = RepeatSettings(
        rate: .hertz(random.double(in: 1...8)), autoreverses: random.chance(0.5),
        pace: [.linear, .easeInEaseOut, .cubicBezier(0.1, 2.5, 0.9, -1.5)][random.below(3)],
        repeatCount: random.chance(0.5) ? .infinity : 1,
        startPhase: random.chance(0.5) ? 0 : random.double(in: 0...0.99))
      settings.maxFlashRate = Double(1 + random.below(3))
      var flash = try RepeatController(settings, now: 0)
      var output = Output()
      for step in 0..<6 * Output.rate {
        let time = Double(step) / Double(Output.rate)
        flash.advance(to: time)
        if random.chance(0.05) {
          if random.chance(0.6) {
            flash.stop([.atCycleEnd, .immediately, .freeze][random.below(3)])
          }
          flash.start()
        }
        output.values.append(flash.progress(at: time))
      }
      #expect(output.flashes <= Int(settings.maxFlashRate) + 1, "seed \(seed)")
    }
  }
}
