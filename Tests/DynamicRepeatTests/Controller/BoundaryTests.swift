// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// A one-way repeat at a whole position shows the first value of the pass that its direction
/// begins.
@Suite struct BoundaryTests {
  /// A one-way repeat at a rate of 1 or -1 Hz that started at time 0.
  private func sweep(
    _ hertz: Double, change: (inout RepeatSettings) -> Void = { _ in }
  ) throws -> RepeatController {
    try RepeatController.started {
      ($0.rate, $0.autoreverses) = (.hertz(hertz), false)
      change(&$0)
    }
  }

  @Test(arguments: [(0, 1), (0.25, 0.75), (0.75, 0.25), (1, 1), (2, 1)])
  func `a backward pass runs from 1 to 0`(time: Double, value: Double) throws {
    var sweep = try sweep(-1)
    #expect(sweep.progress(at: time) == value)
    sweep.advance(to: time)
    #expect(sweep.progress(at: time) == value)
  }

  @Test func `a counted backward run rests at the end of its last pass, there and back at 0`()
    throws
  {
    var sweep = try sweep(-1) { ($0.repeatCount, $0.restState) = (1, .lastValue) }
    for time in [1, 1.5, 1e9] { #expect(sweep.progress(at: time) == 0) }
    sweep.advance(to: 2)
    #expect(sweep.progress(at: 2) == 0)
    let swing = try RepeatController.started { $0.rate = .hertz(-1) }
    #expect(swing.progress(at: 0) == 0 && swing.progress(at: 1) == 0)
  }

  /// The time of a whole position, and the commands that lead there.
  private enum Boundary: CaseIterable {
    case runStart, cycleEnd, delayEnd, seek, seekInDelay, pause, pauseInDelay, secondRun

    func reach(_ sweep: inout RepeatController) throws -> Double {
      switch self {
      case .runStart: return 0
      case .cycleEnd: return 2
      case .delayEnd:
        #expect(sweep.sample(at: 1.25).isWaiting)
        return 1.5
      case .seek, .seekInDelay:
        let time = self == .seek ? 0.75 : 1.25
        sweep.advance(to: time)
        try sweep.seek(to: CyclePosition(3))
        return time
      case .pause:
        try sweep.schedule(.pause, at: .cycle(sweep.requestedRate == .hertz(1) ? 2 : -2))
        sweep.advance(to: 4)
        #expect(sweep.state == .paused)
        return 4
      case .pauseInDelay:
        sweep.advance(to: 1.5)
        sweep.pause()
        sweep.advance(to: 7)
        return 7
      case .secondRun:
        sweep.advance(to: 1.25)
        sweep.stop(.immediately)
        sweep.start()
        return 1.25
      }
    }

    var hasDelay: Bool { [.delayEnd, .seekInDelay, .pauseInDelay].contains(self) }
  }

  @Test(arguments: [1, -1], Boundary.allCases)
  private func `each boundary begins the pass of its direction`(
    hertz: Double, boundary: Boundary
  ) throws {
    var sweep = try sweep(hertz) { $0.repeatDelay = boundary.hasDelay ? 0.5 : 0 }
    let time = try boundary.reach(&sweep)
    #expect(sweep.progress(at: time) == (hertz > 0 ? 0 : 1))
    #expect(sweep.sample(at: time).position.phase == 0)
    // The light is on in the part of a pass that is next to position 0.
    #expect(sweep.isOn(at: time) == (hertz > 0))
    let shown = sweep.shaderRow(at: time).row.phase(at: ShaderRow.tick(at: time))
    // The row may be ahead by its rounding, but never behind.
    let ahead = hertz > 0 ? shown : .max - shown
    #expect(ahead < 1 << 44)
    sweep.advance(to: time)
    #expect(sweep.progress(at: time) == (hertz > 0 ? 0 : 1))
  }

  @Test(arguments: [1, -1])
  func `a delay shows the end of the last pass`(hertz: Double) throws {
    var sweep = try sweep(hertz) { $0.repeatDelay = 0.5 }
    for time in [1, 1.25, 1.5.nextDown] {
      #expect(sweep.progress(at: time) == (hertz > 0 ? 1 : 0))
      #expect(!sweep.isOn(at: time))
    }
    sweep.advance(to: 1.25)
    sweep.pause()
    #expect(sweep.progress(at: 9) == (hertz > 0 ? 1 : 0))
  }

  @Test func `a sprite that runs backwards begins with its last frame`() throws {
    let sprite = try sweep(-1) { $0.pace = .steps(8) }
    func index(_ frame: Int) -> Int { min(Int(sprite.progress(at: Double(frame) / 64) * 8), 7) }
    for frame in 0..<200 {
      let left = 64 - frame % 64
      #expect(index(frame) == min(left / 8, 7))
    }
  }

  @Test func `a door that closes starts from 1`() throws {
    var door = try sweep(1) { ($0.repeatCount, $0.restState) = (1, .lastValue) }
    for frame in 0...65 { door.advance(to: Double(frame) / 64) }
    #expect(door.progress(at: 65.0 / 64) == 1)
    door.reverse()
    door.start()
    for frame in 65...140 {
      let time = Double(frame) / 64
      door.advance(to: time)
      #expect(door.progress(at: time) == Double(max(129 - frame, 0)) / 64)
    }
    #expect(door.state == .idle)
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func `the light switches when the phase reaches 0 and the duty`(duty: Double) throws {
    let (forward, backward) = (try sweep(1), try sweep(-1))
    for cycle in 0..<3 {
      let time = Double(cycle)
      #expect(forward.nextSwitch(after: time, duty: duty) == time + duty)
      #expect(forward.nextSwitch(after: time + duty, duty: duty) == time + 1)
      #expect(backward.nextSwitch(after: time, duty: duty) == time + 1 - duty)
      #expect(backward.nextSwitch(after: time + 1 - duty, duty: duty) == time + 1)
      #expect(forward.isOn(at: time, duty: duty) && !forward.isOn(at: time + duty, duty: duty))
      #expect(!backward.isOn(at: time, duty: duty))
      #expect(backward.isOn(at: time + 1 - duty, duty: duty))
    }
  }

  @Test(arguments: [1, -1])
  func `the light is off in a delay and switches at its ends`(hertz: Double) throws {
    let sweep = try sweep(hertz) { $0.repeatDelay = 0.5 }
    var (time, switches): (Double, [Double]) = (0, [])
    while switches.count < 4 {
      time = sweep.nextSwitch(after: time, duty: 0.25)
      switches.append(time)
    }
    // Forwards, the light is on at the start of a pass; backwards, at the end of a pass.
    #expect(switches == (hertz > 0 ? [0.25, 1.5, 1.75, 3] : [0.75, 1, 2.25, 2.5]))
  }
}
