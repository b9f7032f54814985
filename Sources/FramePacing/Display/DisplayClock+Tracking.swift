// SPDX-License-Identifier: Apache-2.0

extension DisplayClock {
  /// Advances the grid of refreshes to an arrival (the time at which presenting returned), or tries
  /// to acquire a grid from the last arrivals.
  mutating func track(_ now: Int64, isRefresh: Bool, _ arrival: inout Arrival) {
    if isTracking, periodHasChanged {
      isTracking = false
      intervals.keepNewest(5)
      waits.keepNewest(5)
      evidence.lost(isFormless: isFormless)
    } else if isTracking {
      arrival.refreshes = isRefresh ? follow(refresh: now) : follow(now)
      // The clock assumes several refreshes per frame. But if pictures waited longer than one
      // period, the display's period is longer than assumed, and is acquired again from the same
      // intervals.
      if expected > 1, waitsExceed(measured) { arrival.hasLocked = acquire(at: now) }
    } else {
      arrival.hasLocked = acquire(at: now)
      if !arrival.hasLocked { evidence.passedUnlocked() }
    }
  }

  /// Whether at least seven of the last twelve pictures waited for more than 1.25 periods.
  ///
  /// On a display of this period, a picture waits for at most one period. Late wake-ups can add a
  /// quarter of a period, but not in most frames.
  private func waitsExceed(_ period: Double) -> Bool {
    waits.count { Double($0) > 1.25 * period } >= 7
  }

  /// Whether at least seven of the last twelve pictures did not wait, as on a variable display,
  /// which shows each picture when it is ready.
  private var isUnwaited: Bool {
    waits.count { $0 >= 0 && Double($0) < max(nominal / 16, 200_000) } >= 7
  }

  /// Whether the last twelve intervals contradict the period: they show a slightly different one, a
  /// very different one, or none.
  var periodHasChanged: Bool {
    guard intervals.count == intervals.capacity else { return false }
    return hasDriftedOff || isOffByMuch || isFormless
  }

  /// Whether the arrivals are scattered over the whole period because presenting returns at random
  /// times.
  ///
  /// Some arrivals then precede their refresh, and the mean interval predicts better than a grid.
  /// If the display has become faster, arrivals come early too; but then the sum of the intervals
  /// is shorter than expected, and the result is false.
  private var isFormless: Bool {
    guard Double(intervals.sum()) > 0.95 * measured * Double(intervals.count) else { return false }
    return farOff >= 8 || taken.count { $0 == 0 } >= 3
  }

  /// The number of recent intervals that are off the grid by more than a quarter period.
  ///
  /// If presenting returns at random times, about half of the intervals are that far off.
  private var farOff: Int { intervals.count { abs(offGrid($0)) > 0.25 } }

  /// Whether the arrivals drift away from the grid by more than 6 % of a period per frame.
  ///
  /// Eight of the twelve intervals must be off by that much in the same direction, and also eight
  /// of the ten means of three consecutive intervals. A late arrival makes one interval longer and
  /// the next one shorter, so most of the lateness cancels in a mean of three. Programs that
  /// alternate between one and two refreshes stay locked.
  private var hasDriftedOff: Bool { drifts(sign: 1) || drifts(sign: -1) }

  private func drifts(sign: Double) -> Bool {
    var (alone, together, recent) = (0, 0, SIMD3<Double>.zero)
    for age in 0..<intervals.count {
      recent = SIMD3(recent.y, recent.z, sign * offGrid(intervals.newest(age)))
      if recent.z > 0.06 { alone += 1 }
      if age >= 2, recent.sum() > 3 * 0.06 { together += 1 }
    }
    return min(alone, together) >= 8
  }

  /// Whether at least half of the intervals, and the median of all, are off the grid by more than a
  /// quarter period, and the sum of all differs from the expected sum by more than three periods.
  ///
  /// This pattern appears if the display's period has become half as long, or two and a half times
  /// as long.
  private var isOffByMuch: Bool {
    guard let median = intervals.median, abs(offGrid(median)) > 0.25 else { return false }
    let refreshes = Double(Int64(intervals.count) * expected)
    return farOff >= 6 && abs(Double(intervals.sum()) / measured - refreshes) > 3
  }

  /// The distance of an interval from a multiple of the period, as a share of the period:
  /// -0.5...0.5.
  func offGrid(_ interval: Int64) -> Double {
    let refreshes = Double(interval) / measured
    return refreshes - refreshes.rounded()
  }

  /// Acquires the period from the last intervals.
  ///
  /// The period is acquired if at least ten intervals are known and seven of them are within 15 %
  /// of their median, or if ten of twelve intervals are multiples of the reported period.
  /// - Returns: Whether the clock is locked now.
  mutating func acquire(at now: Int64) -> Bool {
    guard intervals.count >= 10, let median = intervals.median else { return false }
    let before = measured
    let tolerance = median * 15 / 100
    var sum: Int64 = 0
    var agreeing = 0
    for age in 0..<intervals.count where abs(intervals.newest(age) - median) <= tolerance {
      sum += intervals.newest(age)
      agreeing += 1
    }
    if agreeing >= 7 {
      measured = Double(sum) / Double(agreeing)
      // If a program takes two refreshes per frame, its intervals are twice the period. The
      // reported period therefore decides, unless all finished pictures waited longer than that
      // period.
      let ratio = measured / nominal
      let multiple = ratio.rounded()
      let isSlower = waitsExceed(nominal) && (agreeing >= 10 || !areMultiplesOfNominal)
      if multiple > 1, abs(ratio - multiple) < 0.03, !isSlower, !isUnwaited {
        measured /= multiple
      }
    } else {
      guard areMultiplesOfNominal, !isUnwaited else { return false }
      measured = nominal
    }
    measured = periodOfStretches
    let fits = farOff <= 3
    if fits { lock(at: now) } else { measured = before }
    return fits
  }

  /// Whether ten of the last twelve intervals are multiples of the reported period, within 12 % of
  /// that period.
  ///
  /// A program that takes one, two or three refreshes per frame has such intervals. Random
  /// intervals pass this test in one frame of a hundred thousand.
  private var areMultiplesOfNominal: Bool {
    guard intervals.count == intervals.capacity else { return false }
    return intervals.count { interval in
      let refreshes = Double(interval) / nominal
      return refreshes > 0.5 && abs(refreshes - refreshes.rounded()) <= 0.12
    } >= 10
  }

  /// The median period over runs of six intervals.
  ///
  /// The length of a run depends only on its first and last arrival. A very late arrival therefore
  /// affects only the two runs that it ends or begins, and the median ignores them.
  private var periodOfStretches: Double {
    var periods = RecentSamples(capacity: intervals.capacity)
    for newest in 0..<max(intervals.count - 5, 0) {
      var (time, refreshes) = (0.0, 0.0)
      for age in newest..<newest + 6 {
        time += Double(intervals.newest(age))
        refreshes += (Double(intervals.newest(age)) / measured).rounded()
      }
      if refreshes > 0 { periods.add(Int64(time / refreshes)) }
    }
    return periods.median.map { Double($0) } ?? measured
  }

  /// Places the grid on the least late of the arrivals that gave the period.
  private mutating func lock(at now: Int64) {
    var earliest = 0.0
    var before = 0.0
    for age in 0..<intervals.count {
      before += Double(intervals.newest(age))
      earliest = min(earliest, (before / measured).rounded() * measured - before)
    }
    let start = Int64(earliest.rounded(.down))
    line = now + start
    lineFraction = earliest - Double(start)
    lateness = RecentSamples(capacity: lateness.capacity)
    lateness.add(-start)
    lockedFrames = 0
    isTracking = true
    isFollowed = false
    evidence.locked()
    taken = RecentSamples(capacity: taken.capacity)
    expected = 1
  }

  /// Advances the grid to the refresh of an arrival at `now`, and corrects the grid.
  /// - Returns: The number of refreshes since the last arrival.
  mutating func follow(_ now: Int64) -> Int {
    let since = Double(now - line) - lineFraction
    let isExpected = since / measured < Double(expected) + Tuning.late
    let passed = max((since / measured + Tuning.early).rounded(.down), 0)
    let refreshes = isExpected ? min(passed, Double(expected)) : passed
    move(by: measured * refreshes)
    lateness.add(Int64((Double(now - line) - lineFraction).rounded()))
    let error = limited(Double(lateness.least ?? 0))
    let correction = (Tuning.phaseGain * error).rounded()
    move(by: correction)
    lateness.shift(by: -Int64(correction))
    learnPeriod(error, refreshes)
    return Int(refreshes)
  }

  /// Advances the grid to a reported refresh, which has no lateness.
  /// - Returns: The number of refreshes since the last report.
  private mutating func follow(refresh now: Int64) -> Int {
    let since = Double(now - line) - lineFraction
    let refreshes = max((since / measured).rounded(), 1)
    (line, lineFraction) = (now, 0)
    learnPeriod(limited(since - refreshes * measured), refreshes)
    return Int(refreshes)
  }

  private func limited(_ error: Double) -> Double {
    let limit = Tuning.largestError * measured
    return min(max(error, -limit), limit)
  }

  private mutating func learnPeriod(_ error: Double, _ refreshes: Double) {
    let gain = lockedFrames < Tuning.youngFrames ? Tuning.youngPeriodGain : Tuning.periodGain
    measured += gain * error / max(refreshes, 1)
    lockedFrames += 1
    count(refreshes < 1 ? 0 : max(Int64(refreshes) - idleRefreshes, 1))
  }

  private mutating func move(by nanoseconds: Double) {
    let ahead = lineFraction + nanoseconds
    let whole = ahead.rounded(.down)
    line += Int64(whole)
    lineFraction = ahead - whole
  }

  /// Learns the number of refreshes per frame: it rises to a number that most of the last frames
  /// took, and falls when two frames in a row took fewer.
  private mutating func count(_ refreshes: Int64) {
    let before = taken.count > 0 ? taken.newest(0) : expected
    taken.add(refreshes)
    guard refreshes != expected, refreshes >= 1 else { return }
    if refreshes < expected, before < expected {
      expected = max(refreshes, before)
    } else if taken.count(where: { $0 == refreshes }) >= 14 {
      expected = refreshes
    }
  }
}
