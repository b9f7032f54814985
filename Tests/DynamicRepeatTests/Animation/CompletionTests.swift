// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// The closures of `start` and `stop`, each called once at the end of its run.
@Suite struct CompletionTests {
  final class Log {
    var entries: [String] = []
    func note(_ name: String) -> (RepeatEvent.Kind) -> Void {
      { self.entries.append("\(name) \($0)") }
    }
  }

  let log = Log()

  private func blink(_ count: Double) throws -> DynamicRepeatAnimation {
    let animation = DynamicRepeatAnimation { _ in }
    animation.controller = try RepeatController(RepeatSettings(repeatCount: count))
    return animation
  }

  @Test func `a counted run calls the closure of its start after its last cycle`() throws {
    let animation = try blink(3)
    animation.start(completion: log.note("run"))
    animation.advance(to: 0)
    animation.advance(to: 2.9)
    #expect(log.entries == [])
    animation.advance(to: 3)
    animation.advance(to: 9)
    #expect(log.entries == ["run finished"])
  }

  @Test(arguments: [
    (StopMode.immediately, "stoppedImmediately"), (.freeze, "frozen"),
    (.atCycleEnd, "stoppedAtCycleEnd"),
  ])
  func `a run that is stopped calls the closures of its start and its stop, in the order given`(
    mode: StopMode, reason: String
  ) throws {
    let animation = try blink(.infinity)
    animation.start(completion: log.note("start"))
    animation.advance(to: 0)
    animation.advance(to: 0.5)
    animation.stop(mode, completion: log.note("stop"))
    animation.advance(to: 2)
    #expect(log.entries == ["start \(reason)", "stop \(reason)"])
  }

  @Test func `withdrawing a stop drops the closure of the stop, not that of the start`() throws {
    let animation = try blink(2)
    animation.start(completion: log.note("start"))
    animation.advance(to: 0)
    animation.advance(to: 0.5)
    animation.stop(completion: log.note("stop"))
    animation.start()
    animation.advance(to: 5)
    #expect(log.entries == ["start finished"])
  }

  @Test func `the closure of a start during a run waits for that run's end`() throws {
    let animation = try blink(2)
    animation.start()
    animation.advance(to: 0)
    animation.start(completion: log.note("second"))
    animation.advance(to: 2)
    #expect(log.entries == ["second finished"])
  }

  @Test func `an end that is not reported yet does not call the closure of the next run`() throws {
    let animation = try blink(1)
    animation.start()
    animation.advance(to: 0)
    animation.stop(.immediately)
    animation.start(completion: log.note("new"))
    animation.advance(to: 0.5)
    #expect(log.entries == [])
    animation.advance(to: 1)
    #expect(log.entries == ["new finished"])
  }

  @Test func `the closure of a run may start the next run`() throws {
    let animation = try blink(1)
    var runs = 0
    func again(_ reason: RepeatEvent.Kind) {
      runs += 1
      if runs < 3 { animation.start(completion: again) }
    }
    animation.start(completion: again)
    animation.advance(to: 0)
    #expect(runs == 0)
    let events = animation.advance(to: 2.5)
    #expect(runs == 2, "a run begins at the end of the run before, also inside a frame")
    #expect(events.filter { $0.kind == .started }.map(\.time) == [1, 2])
    animation.advance(to: 5)
    #expect(runs == 3)
  }

  @Test func `after a restore no closure is called`() throws {
    let animation = try blink(1)
    animation.start(completion: log.note("run"))
    animation.advance(to: 0)
    animation.restore(animation.controller)
    animation.advance(to: 2)
    #expect(log.entries == [])
  }
}
