// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import benchmark

@Suite struct GoalTests {
  private static func row(_ goals: [Goal], ours: Double?, byHand: Double?) -> MeasuredRow {
    var ratio: Summary?
    if let ours, let byHand { ratio = Summary([ours / byHand]) }
    return MeasuredRow(
      name: "bank/advance/1e7", description: "some words", goals: goals,
      ours: ours.map { Summary([$0]) }, byHand: byHand.map { Summary([$0]) }, ratio: ratio,
      missing: ours == nil || byHand == nil ? "a package" : nil)
  }

  @Test(arguments: [
    (Goal.Figure.ratio, 1.07, 1.03, 10.3, 10.0, 1.03, Goal.Verdict.reached),
    (.ratio, 1.07, 1.03, 10.4, 10, 1.04, .met), (.ratio, 1.07, 1.03, 10.7, 10, 1.07, .met),
    (.ratio, 1, 0.5, 15, 10, 1.5, .missed(by: 0.5)),
    (.advantage, 60, 90, 0.125, 12, 96, .reached), (.advantage, 60, 90, 0.125, 8, 64, .met),
    (.advantage, 60, 90, 0.125, 3.75, 30, .missed(by: 0.5)),
    (.ours, 4, 2.5, 2.5, 1, 2.5, .reached), (.ours, 4, 2.5, 4, 1, 4, .met),
    (.ours, 4, 2.5, 5, 1, 5, .missed(by: 0.25)),
    (.ours, 0, 0, 0, 1, 0, .reached), (.ours, 0, 0, 3, 1, 3, .missed(by: 3)),
    (.milliseconds(units: 1e7), 4, 2, 0.25, 1, 2.5, .met),
    (.milliseconds(units: 1e7), 4, 2, 0.5, 1, 5, .missed(by: 0.25)),
  ])
  func `a figure reaches, meets or misses its goal`(
    _ figure: Goal.Figure, must: Double, after: Double, ours: Double, byHand: Double,
    is value: Double, verdict: Goal.Verdict
  ) throws {
    let goal = Goal(figure: figure, must: must, after: after)
    let row = Self.row([goal], ours: ours, byHand: byHand)
    let measured = try #require(goal.figure(of: row))
    #expect((measured - value).magnitude <= 1e-12 * max(1, value))
    #expect(goal.verdict(on: row) == verdict)
  }

  @Test(arguments: [
    (Goal.Figure.ratio, Double?(1), Double?.none), (.advantage, 1, nil), (.ours, nil, 1),
  ])
  func `a figure that is missing is neither met nor missed`(
    _ figure: Goal.Figure, ours: Double?, byHand: Double?
  ) {
    let goal = Goal(figure: figure, must: 1, after: 1)
    #expect(goal.verdict(on: Self.row([goal], ours: ours, byHand: byHand)) == .unmeasured)
  }

  @Test(arguments: [
    (Goal.Verdict.missed(by: 0.004), "MISSED 0.4 %"), (.missed(by: 0.0312), "MISSED 3.1 %"),
    (.missed(by: 0.25), "MISSED 25 %"), (.missed(by: 3), "MISSED 300 %"), (.met, "met"),
  ]) func `a verdict says by how much a goal is missed`(verdict: Goal.Verdict, text: String) {
    #expect("\(verdict)" == text)
  }

  @Test func `the goals have a table of their own, and fit`() {
    let goals = [
      Goal(figure: .ratio, must: 1.2, after: 0.9),
      Goal(figure: .advantage, must: 2000, after: 30000),
      Goal(figure: .milliseconds(units: 1e7), must: 4.17, after: 2.2),
    ]
    let row = Self.row(goals, ours: 0.25, byHand: 0.25)
    let lines = Table(machine: .current, rows: [row]).goals
    #expect(
      lines == [
        "", "Goals                              figure        is must be we want",
        "bank/advance/1e7                    ratio      1.00   <=1.2   <=0.9 met",
        "bank/advance/1e7             times faster      1.00  >=2000 >=30000 MISSED 100 %",
        "bank/advance/1e7               ms a frame      2.50  <=4.17   <=2.2 met",
      ])
    #expect(lines.allSatisfy { $0.count <= Columns.width })
    let plain = Self.row([], ours: 1, byHand: 1)
    #expect(Table(machine: .current, rows: [plain]).goals.isEmpty)
  }

  @Test func `the verdict counts the goals that are met, wanted and not measured`() {
    let goals = [
      Goal(figure: .ratio, must: 1.2, after: 0.9), Goal(figure: .ratio, must: 1.2, after: 1),
      Goal(figure: .ratio, must: 0.9, after: 0.8),
    ]
    let rows = [Self.row(goals, ours: 1, byHand: 1), Self.row([], ours: 1, byHand: 1)]
    #expect(
      Table(machine: .current, rows: rows).verdict == "2 of 3 goals met, 1 as well as we want")
    let missing = rows + [Self.row([goals[0]], ours: 1, byHand: nil)]
    #expect(
      Table(machine: .current, rows: missing).verdict
        == "2 of 4 goals met, 1 as well as we want; 1 not measured")
    #expect(Table(machine: .current, rows: [rows[1]]).verdict == nil)
  }
}
