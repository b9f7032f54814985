// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// lock.jsonl: how soon a follower can be in step with its leader, and at which cruise rate it
/// arrives in a given time.
struct LockRecord: OracleRecord {
  private enum Answer {
    case soonest(gap: Double, leaderRate: Double, duration: Double, lap: Double)
    /// A cruise rate; `nil`: impossible.
    case arrival(distance: Double, time: Double, endRate: Double, cruise: Double?)
  }

  private let rate: Double
  private let bounds: LockBounds
  private let answer: Answer

  init(reading fields: inout Fields) throws(RecordError) {
    rate = try fields.number("rate")
    let (least, most) = (try fields.number("leastRate"), try fields.number("mostRate"))
    let slope = try fields.numberOrInfinity("slope")
    do throws(LockError) {
      bounds = try LockBounds(validatingLeastRate: least, mostRate: most, slope: slope)
    } catch {
      throw RecordError(problem: error.description)
    }
    let isSoonest = try fields.choice("kind", [("soonest", true), ("arrive", false)])
    answer =
      isSoonest
      ? .soonest(
        gap: try fields.number("gap"), leaderRate: try fields.number("leaderRate"),
        duration: try fields.number("duration"), lap: try fields.number("lap"))
      : .arrival(
        distance: try fields.number("distance"), time: try fields.number("time"),
        endRate: try fields.number("endRate"), cruise: try fields.numberOrNull("cruise"))
  }

  func compare(_ comparison: inout Comparison) {
    switch answer {
    case .soonest(let gap, let leaderRate, let duration, let lap):
      let plan = try? RatePlan.soonest(gap: gap, leaderRate: leaderRate, rate: rate, within: bounds)
      // What it runs more than the leader.
      let covered = plan.map { $0.cycles - leaderRate * $0.duration }
      comparison.sample("gap \(gap)") { check in
        check.near("duration", plan?.duration, duration, within: 1e-9)
        check.near("lap", covered.map { $0 - gap }, lap, within: 1e-9)
      }
    case .arrival(let distance, let time, let endRate, let cruise):
      let plan = try? RatePlan.arriving(
        after: distance, in: time, rate: rate, endRate: endRate, within: bounds)
      comparison.sample("distance \(distance)") { check in
        check.near("cruise", plan?.cruiseHertz, cruise, within: 1e-7)
        check.near("cycles", plan?.cycles, cruise.map { _ in distance }, within: 1e-12)
      }
    }
  }
}
