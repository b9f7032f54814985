// SPDX-License-Identifier: Apache-2.0

/// The orders of `--play`: which cycle duration is asked for, and when.
struct PlaySchedule: Hashable, Sendable {
  /// One row of the file.
  struct Order: Hashable, Sendable {
    /// Seconds from the start of the run, in `ScheduleRows.times`.
    var time: Double
    /// Seconds, in `ScheduleRows.cycleDurations`.
    var cycleDuration: Double
    /// Seconds in which the rate slides smoothly to its new value, in `ScheduleRows.ramps`; 0 is
    /// at once; `nil` leaves it to the mode.
    var ramp: Double?
  }

  /// At least one; times never decrease.
  ///
  /// Of several at one time the last wins.
  let orders: [Order]

  /// The same orders, each for the mode to carry out in its own way.
  var withoutRamps: PlaySchedule {
    PlaySchedule(
      orders: orders.map { Order(time: $0.time, cycleDuration: $0.cycleDuration, ramp: nil) })
  }

  /// Hands out the orders as time goes on.
  func cursor() -> Cursor { Cursor(orders: orders) }

  /// A position in the schedule.
  struct Cursor: Hashable, Sendable {
    private let orders: [Order]
    private var next = 0

    fileprivate init(orders: [Order]) { self.orders = orders }

    /// The orders up to and at this time that have not been taken yet, in the file's order.
    ///
    /// Each is handed out once; an earlier time than before gives none.
    /// - Parameter time: Seconds from the start of the run.
    /// - Complexity: O(k) for k orders handed out.
    mutating func take(through time: Double) -> ArraySlice<Order> {
      let start = next
      while next < orders.count, orders[next].time <= time { next += 1 }
      return orders[start..<next]
    }
  }
}
