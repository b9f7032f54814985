// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// Controllers in the midst of their runs, each at a rate of its own.
struct SingleControllers {
  private var controllers: [RepeatController]
  private var frame = 0

  init(_ repeats: ManyRepeats) {
    controllers = (0..<repeats.count).map { index in
      var settings = RepeatSettings()
      settings.rate = .hertz(Double(repeats.rates[index]))
      settings.startPhase = Double(repeats.phases[index])
      settings.policy = .phaseMatched
      guard var controller = try? RepeatController(settings, now: 0) else {
        preconditionFailure("valid settings are an error")
      }
      controller.start()
      return controller
    }
  }

  /// The progress of each at the next frame, so many times.
  mutating func sample(_ frames: Int) -> Double {
    var sum = 0.0
    for _ in 0..<frames {
      frame += 1
      let time = SingleRepeatsInC.start + Double(frame) / 60
      for index in controllers.indices { sum += controllers[index].sample(at: time).progress }
    }
    return sum
  }

  /// Advances each to the next frame, and counts its events, so many times.
  mutating func advance(_ frames: Int) -> Double {
    var events = 0
    for _ in 0..<frames {
      frame += 1
      let time = SingleRepeatsInC.start + Double(frame) / 60
      for index in controllers.indices { events += controllers[index].advance(to: time).count }
    }
    return Double(events)
  }
}
