// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

/// Scenes after a minute without input.
@Suite struct SceneLifeTests {
  /// For each scene, a key, and a check of the key's effect in the following frames.
  static let answers: [(scene: String, key: Controls, isSeen: @Sendable ([TraceRow]) -> Bool)] = [
    ("answers", .moving(x: 1), { $0.contains { $0.events.contains("rate_change") } }),
    ("hunt", .pressing([.healthDown]), { $0.contains { $0.cycleDurationRequested < 2 } }),
    ("sheet", .pressing([.ramp]), { $0.contains { $0.events.contains("reversed") } }),
    ("slider", .moving(x: 1), { ($0.last?.value ?? 0) > 0.1 }),
    ("pull", .moving(y: 1), { ($0.last?.value ?? 0) > 0.1 }),
    ("nested", .pressing([.ramp]), { $0.contains { $0.events.contains("reversed") } }),
    ("sprite", .pressing([.up]), { $0.contains { $0.events.contains("speed") } }),
    ("swarm", .pressing([.run]), { $0.contains { $0.events.contains("wave") } }),
    ("beat", .pressing([.run]), { $0.contains { $0.events.contains("seek") } }),
  ]

  /// The two scenes that wait for input, slider and pull, do not move.
  @Test(arguments: answers.indices)
  func `after an idle minute a scene reacts to keys, and all but two scenes move`(_ index: Int) {
    let (scene, key, isSeen) = Self.answers[index]
    #expect(scene == SceneList.demo.names[index])
    var run = SceneRun(scene)
    if scene == "swarm" { run.press(.healthDown, .healthDown, .healthDown) }
    run.run(until: 60)
    let minute = run.rows.count
    run.run(until: 65)
    let isStill = Set(run.rows[minute...].map(\.value)).count == 1
    #expect(isStill == ["slider", "pull"].contains(scene))
    let alone = run.rows.count
    for _ in 0..<60 { run.frame(key) }
    #expect(isSeen(Array(run.rows[alone...])), "\(run.rows[alone...].map(\.value))")
  }
}
