// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Begins the timeline at `time`, once: what was commanded before holds from then on.
  ///
  /// Until then ``now`` is ``RepeatLimits/beforeTimeline``, so that everything commanded has
  /// happened at that one time, and no time that something may be scheduled for lies before it.
  @inline(never)
  mutating func beginTimeline(at time: Double) {
    let start = DoubleDouble(time)
    isOnTimeline = true
    now = time
    motion.origin = start
    run.startTime = start
    for index in events.indices {
      let event = events[index]
      events[index] = RepeatEvent(
        kind: event.kind, cycle: event.cycle, count: event.count, time: time)
    }
    schedule.postpone(to: start)
    plan(at: start)
    pass(through: start)
  }

  /// The time that answers for `time`: before the timeline has a start, the start itself.
  @inline(__always)
  func timeOnTimeline(_ time: Double) -> Double { isOnTimeline ? time : now }
}
