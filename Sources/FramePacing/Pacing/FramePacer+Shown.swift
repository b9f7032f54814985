// SPDX-License-Identifier: Apache-2.0

/// The result of one report that a picture was shown.
struct ShownReport: Hashable, Sendable {
  /// Whole refreshes without a new picture since the previous report.
  var missed = 0
  /// The predicted step from the previous picture, in nanoseconds; nil if that picture was not
  /// reported.
  var predictedStep: Int64?
  /// The actual step: the time between the two pictures on the screen; 0 if `predictedStep` is nil.
  var shownStep: Int64 = 0
}

extension FramePacer {
  /// The estimator of the time before a refresh at which a picture must be presented; nil if the
  /// display does not report shown pictures.
  var learnedDeadline: DeadlineEstimator? { pictures.areReported ? deadline : nil }

  /// Records the time at which the display showed a picture.
  ///
  /// From the first report on, the reports define the grid of refreshes, and `deadline` learns the
  /// lead. After 16 pictures without a report, the arrivals (when presenting returned) define the
  /// grid again, and the lead is 1.5 ms. Reports have no effect without `latchesLate`, or if
  /// presenting returns only when its own picture is shown.
  /// - Parameters:
  ///   - number: The number passed to `presented`.
  ///   - time: Nanoseconds of the clock; reports come in the order of their times.
  mutating func shown(_ number: Int, at time: Int64) -> ShownReport? {
    guard latchesLate, mode.waitsForDisplay, !pictures.areIgnored else { return nil }
    let isFirst = !pictures.areReported
    if !isFirst, pictures.gridIsKnown, time <= clock.line { return nil }
    let known = pictures.report(number, shown: time)
    if let picture = known?.picture, picture.hasWaited,
      time - picture.committed < Int64(clock.period * 0.25e9)
    {
      // Presenting returned when this picture was shown, so the arrivals already show the
      // refreshes.
      pictures = RecentPictures()
      pictures.areIgnored = true
      clock.restart(at: picture.committed)
      return nil
    }
    // Reports are more exact than arrivals, so the first report restarts the grid.
    if isFirst { clock.restart(at: time) }
    let arrival = clock.presented(at: time, isRefresh: true)
    apply(arrival)
    var report = ShownReport()
    if let interval = arrival.interval, !arrival.isTooLong, clock.state == .locked, interval > 0 {
      report.missed = max(arrival.refreshes - 1, 0)
    }
    guard let (picture, before) = known else { return report }
    let isNext = before?.number == number &- 1
    if isNext, let before, let shown = before.shown, arrival.interval != nil {
      report.predictedStep = picture.predicted - before.predicted
      report.shownStep = time - shown
    }
    guard mode == .locked else { return report }
    let period = Int64(clock.period * 1e9)
    var judged: RefreshPlan?
    if let plan = picture.plan {
      let quarter = period / 4
      let isLate = time > plan.refresh + quarter
      // The estimator ignores a late picture that was planned before an earlier picture was known
      // to be late, because the earlier picture delayed it. But if it was shown more than a period
      // after the previous picture, an idle compositor has restarted its refreshes, and the
      // estimator uses the late picture.
      let wasNext = isNext && (arrival.interval ?? 0) <= period + quarter
      if !isLate || !wasNext || !pictures.wasPlannedBeforeReport(number) {
        judged = plan
        if isLate { pictures.foundLate() }
      }
    }
    deadline.shown(at: time, committed: picture.committed, plan: judged, period: period)
    // After a second late picture, the lead is too short. Until it is learned, pictures are shown a
    // refresh later than planned, because each skipped refresh would cost a picture.
    if deadline.consecutiveLate < 2 { pictures.wasShown(number, at: time, period: period) }
    return report
  }

  /// Plans the next frame for the first refresh that it can reach.
  /// - Returns: The time at which to begin the frame; nil for immediately.
  mutating func planFrame(_ now: Int64) -> Int64? {
    guard let refresh = firstRefresh(now), let lead else { return nil }
    pictures.plan = RefreshPlan(refresh: refresh, lead: lead)
    let due = refresh - lead - plannedBuild
    return due > now ? due : nil
  }

  /// The lead for the next frame; nil before anything is learned.
  private var lead: Int64? {
    deadline.lead.map { pictures.seemsLate ? $0 + DeadlineEstimator.rise : $0 }
  }

  /// The time planned to update and draw a frame: `longBuild`, but at most the usual number of
  /// refreshes per frame.
  ///
  /// Without this limit, two very slow frames would also delay the pictures after them.
  private var plannedBuild: Int64 {
    min(longBuild, Int64(clock.period * 1e9) * clock.expected)
  }

  /// The planned refresh of the frame begun at `now`; nil if there are no reports.
  func plannedRefresh(_ now: Int64) -> Int64? {
    guard mode == .locked, pictures.areReported else { return nil }
    let quarter = Int64(clock.period * 0.25e9)
    if let plan = pictures.plan, now < plan.refresh - plan.lead - plannedBuild + quarter {
      return plan.refresh
    }
    return firstRefresh(now)
  }

  /// The first refresh that a frame begun at `now` can reach, after the previous picture's refresh.
  private func firstRefresh(_ now: Int64) -> Int64? {
    guard pictures.gridIsKnown, let lead else { return nil }
    return refresh(after: now + plannedBuild + lead)
  }

  /// The first refresh after `earliest` and after the previous picture's refresh.
  private func refresh(after earliest: Int64) -> Int64? {
    let last = pictures.lastExpected.map { $0 + Int64(clock.period * 0.5e9) }
    return clock.refresh(after: max(earliest, last ?? earliest))
  }

  /// Records a picture that may be reported later.
  /// - Returns: The best estimate of the time at which the picture will be shown.
  mutating func committed(_ times: FrameTimes, number: Int, predicted: Int64) -> Int64? {
    guard pictures.areReported else { return nil }
    // Waits of up to 0.3 ms come from a busy processor.
    let hasWaited = times.waited > 300_000
    var plan = mode == .locked ? pictures.plan : nil
    let margin: Int64 = 200_000
    pictures.seemsLate = false
    if let planned = plan, hasWaited, planned.refresh - times.presented < planned.lead - margin {
      // Presenting waited until the compositor took the previous picture. That picture was late, so
      // this one cannot reach its planned refresh.
      plan = nil
      pictures.seemsLate = true
    }
    var expected: Int64?
    if pictures.gridIsKnown, let lead = deadline.lead {
      let planned = plan.map { $0.refresh - Int64(clock.period * 0.5e9) }
      expected = refresh(after: planned ?? times.presented + lead)
    }
    pictures.add(
      RecentPictures.Picture(
        number: number, committed: times.presented, hasWaited: hasWaited, plan: plan,
        predicted: predicted),
      expected: expected)
    return expected
  }
}
