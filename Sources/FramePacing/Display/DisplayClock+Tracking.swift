// SPDX-License-Identifier: Apache-2.0

extension DisplayClock {
  /// Whether the last twelve intervals show another period.
  ///
  /// Eight of them are off the multiples of ours to the same side, by more than 6 %, and together
  /// by half a period: lateness makes one interval longer and the next shorter, and adds up to
  /// nothing. Or six and the median are off by more than a quarter, to either side: half the period
  /// looks like that. Programs that take now one refresh, now two, stay.
  var periodHasChanged: Bool {
    guard intervals.count == intervals.capacity, let median = intervals.median else { return false }
    var longer = 0
    var shorter = 0
    var far = 0
    var sum = 0.0
    for age in 0..<intervals.count {
      let off = offGrid(intervals.newest(age))
      sum += off
      if off > 0.06 { longer += 1 }
      if off < -0.06 { shorter += 1 }
      if abs(off) > 0.25 { far += 1 }
    }
    return far >= 6 && abs(offGrid(median)) > 0.25 || max(longer, shorter) >= 8 && abs(sum) > 0.5
  }

  /// How far an interval is from a multiple of the period: a share of it, -0.5...0.5.
  private func offGrid(_ interval: Int64) -> Double {
    let refreshes = Double(interval) / measured
    return refreshes - refreshes.rounded()
  }

  /// Takes the period from the last intervals where there are ten, and seven of them agree.
  /// - Returns: Whether they do: the clock is locked then.
  mutating func acquire(at now: Int64) -> Bool {
    guard intervals.count >= 10, let median = intervals.median else { return false }
    let tolerance = median * 15 / 100
    var sum: Int64 = 0
    var agreeing = 0
    var total: Int64 = 0
    for age in 0..<intervals.count {
      let interval = intervals.newest(age)
      total += interval
      guard abs(interval - median) <= tolerance else { continue }
      sum += interval
      agreeing += 1
    }
    guard agreeing >= 7 else { return false }
    measured = Double(sum) / Double(agreeing)
    // A program that takes two refreshes a frame shows twice the period: the display's own report
    // tells which it is.
    let ratio = measured / nominal
    let multiple = ratio.rounded()
    if multiple > 1, abs(ratio - multiple) < 0.03 { measured /= multiple }
    // From the first arrival to the last only those two can be late, which is better than the
    // mean, unless one of them was very late: then its interval is none of those that agree.
    let first = intervals.newest(intervals.count - 1)
    if max(abs(first - median), abs(intervals.newest(0) - median)) <= tolerance / 2 {
      measured = Double(total) / (Double(total) / measured).rounded()
    }
    lock(at: now)
    return true
  }

  /// Puts the grid on the earliest of the arrivals that the period was taken from.
  private mutating func lock(at now: Int64) {
    var earliest = 0.0
    var before = 0.0
    for age in 0..<intervals.count {
      before += Double(intervals.newest(age))
      earliest = min(earliest, (before / measured).rounded() * measured - before)
    }
    let start = Int64(earliest.rounded(.down))
    line = now + start
    lineRest = earliest - Double(start)
    lateness = RecentSamples(capacity: lateness.capacity)
    lateness.add(-start)
    lockedFrames = 0
    state = .locked
    taken = RecentSamples(capacity: taken.capacity)
    expected = 1
  }

  /// Moves the grid on to the refresh that `now` belongs to, and corrects it.
  /// - Returns: How many refreshes that is from the last.
  mutating func follow(_ now: Int64) -> Int {
    let since = Double(now - line) - lineRest
    let refreshes = max((since / measured + Tuning.early).rounded(.down), 0)
    move(by: measured * refreshes)
    lateness.add(Int64((Double(now - line) - lineRest).rounded()))
    let limit = Tuning.largestError * measured
    let error = min(max(Double(lateness.least ?? 0), -limit), limit)
    let correction = (Tuning.phaseGain * error).rounded()
    move(by: correction)
    lateness.shift(by: -Int64(correction))
    let gain = lockedFrames < Tuning.youngFrames ? Tuning.youngPeriodGain : Tuning.periodGain
    measured += gain * error / max(refreshes, 1)
    lockedFrames += 1
    count(Int64(refreshes))
    return Int(refreshes)
  }

  private mutating func move(by nanoseconds: Double) {
    let ahead = lineRest + nanoseconds
    let whole = ahead.rounded(.down)
    line += Int64(whole)
    lineRest = ahead - whole
  }

  /// Learns how many refreshes the program's frames take.
  private mutating func count(_ refreshes: Int64) {
    taken.add(refreshes)
    guard refreshes != expected, refreshes >= 1 else { return }
    if taken.count(where: { $0 == refreshes }) >= 14 { expected = refreshes }
  }
}
