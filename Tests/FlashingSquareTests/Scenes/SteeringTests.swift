// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import Testing

@testable import FlashingSquare

/// Who steers the square, and what the screen says of it.
@Suite struct SteeringTests {
  private static let invitation = "Autopilot: press an arrow to play"

  @Test func `the autopilot takes over after three idle seconds and hands back at an arrow`() throws
  {
    var run = SceneRun(autopilot: true)
    run.run(until: 2.95)
    #expect(run.square?.steering.isAutomatic == false)
    #expect(run.square?.world.state == .waiting && run.square?.world.player == World().player)
    #expect(!run.texts().contains(Self.invitation))
    #expect(run.texts().contains { $0.contains("the faster it flashes; M changes how") })
    run.run(until: 3)
    #expect(run.rows.last?.events.contains("autopilot_on") == true)
    #expect(run.texts().contains(Self.invitation))
    run.run(until: 5)
    #expect(run.square?.world.state == .playing)
    let before = try #require(run.square).world.player
    #expect(run.frame(.moving(x: -1)).events.contains("autopilot_off"))
    let after = try #require(run.square).world.player
    #expect(abs(after.x - (before.x - World.playerSpeed / 60)) < 1e-9 && after.y == before.y)
    #expect(!run.texts().contains(Self.invitation))
    // Whoever has played may think for half a minute.
    let released = run.next
    let isBack = run.run(atMost: 31) { $0.square?.steering.isAutomatic == true }
    #expect(isBack)
    #expect(abs(run.next - released - 1800) <= 1)
  }

  @Test func `what wakes the hunter is said as it comes, at first and in a new life`() throws {
    var run = SceneRun(autopilot: true)
    let wakes = "The hunter wakes when you move: arrows or WASD"
    run.run(until: 0.5)
    #expect(run.texts().contains(wakes + "; autopilot in 3 s"))
    run.frame(.moving(x: -1))
    for _ in 0..<10 { run.press(.healthDown) }
    let touched = try #require(run.rows.last).time
    run.run(until: touched + 5)
    #expect(run.square?.world.state == .waiting)
    #expect(run.texts().contains(wakes + "; autopilot in 25 s"))
    run.run(until: touched + 29.9)
    #expect(run.square?.world.state == .waiting)
    run.run(until: touched + 30.1)
    #expect(run.square?.world.state == .playing)
    var alone = SceneRun()
    alone.run(until: 1)
    #expect(alone.texts().contains(wakes))
  }

  @Test func `who watches may change the mode, and pause, without taking over`() {
    var run = SceneRun(autopilot: true)
    run.run(until: 2.9)
    // A key counts as a hand while there is one.
    run.press(.nextMode)
    run.run(until: 32.8)
    #expect(run.square?.steering.isAutomatic == false)
    run.run(until: 33)
    #expect(run.square?.steering.isAutomatic == true)
    for press in [Controls.Press.nextMode, .ramp, .help, .help, .pause, .pause] { run.press(press) }
    #expect(run.square?.steering.isAutomatic == true)
    run.press(.healthDown)
    #expect(run.square?.steering.isAutomatic == false)
  }

  @Test func `a life by hand is timed, and the best of them is kept`() throws {
    var run = SceneRun(autopilot: true)
    run.run(until: 1)
    #expect(run.square?.survival.text == nil)
    for _ in 0..<60 { run.frame(.moving(x: -1)) }
    let first = try #require(run.square).survival
    #expect(abs(first.seconds - 1) < 1e-9)
    #expect(first.text == "alive 1.0 s, best 1.0 s")
    #expect(run.texts().contains("alive 1.0 s, best 1.0 s"))
    for _ in 0..<10 { run.press(.healthDown) }
    // The life that was lost stays on the screen until the next, which begins at 0.
    run.run(until: 3)
    #expect(run.square?.isDead == true)
    let lost = try #require(run.square).survival
    #expect(lost.seconds > 1 && lost.seconds == lost.best)
    run.run(until: 35)
    #expect(run.square?.steering.isAutomatic == true)
    #expect(run.square?.survival.seconds == 0)
    #expect(run.square?.survival.best == lost.best)
  }
}
