// SPDX-License-Identifier: Apache-2.0

/// What the report of one picture showed.
struct ShownReport: Hashable, Sendable {
  /// Whole refreshes without a new picture since the one reported before.
  var missed = 0
  /// The step from the picture before, as it was predicted, in nanoseconds; nil where that picture
  /// was not reported.
  var predictedStep: Int64?
  /// The same as it was shown; 0 where `predictedStep` is nil.
  var shownStep: Int64 = 0
}

extension FramePacer {
  /// What was learned of the deadline; nil where nothing reports when pictures are shown.
  var learnedDeadline: DeadlineEstimator? { pictures.areReported ? deadline : nil }

  /// Takes in when a picture was shown, as the display reports it.
  ///
  /// From the first report on, the grid of refreshes is that of the reports, and the lead of the
  /// late latch what the `deadline` learned from them. After 16 pictures without a report it is as
  /// it was before the first. Without a late latch, reports change nothing, nor where presenting
  /// returns when its own picture is shown.
  /// - Parameters:
  ///   - number: The number that `presented` was given.
  ///   - time: Nanoseconds of the clock; reports are in the order of their times.
  mutating func shown(_ number: Int, at time: Int64) -> ShownReport? {
    guard latchesLate, mode.waitsForDisplay, !ignoresReports else { return nil }
    let isFirst = !pictures.areReported
    if !isFirst, pictures.gridIsKnown, time <= clock.line { return nil }
    let known = pictures.report(number, shown: time)
    if let picture = known?.picture, picture.hasWaited,
      time - picture.committed < Int64(clock.period * 0.25e9)
    {
      // Presenting returned with this picture, and shows the refreshes itself.
      (ignoresReports, pictures) = (true, RecentPictures())
      clock.restart(at: picture.committed)
      return nil
    }
    // What arrivals showed of the grid is of no use any more.
    if isFirst { clock.restart(at: time) }
    let arrival = clock.presented(at: time, isRefresh: true)
    apply(arrival)
    var report = ShownReport()
    if let interval = arrival.interval, !arrival.isTooLong, clock.state == .locked, interval > 0 {
      report.missed = max(arrival.refreshes - 1, 0)
    }
    guard let (picture, before) = known else { return report }
    let isNext = before?.number == number &- 1
    if isNext, let before, arrival.interval != nil {
      report.predictedStep = picture.predicted - before.predicted
      report.shownStep = time - before.shown
    }
    guard mode == .locked else { return report }
    var shown = ShownPicture(
      committed: picture.committed, shown: time, period: Int64(clock.period * 1e9))
    if let plan = picture.plan {
      let quarter = shown.period / 4
      let isLate = time > plan.refresh + quarter
      // Planned before it was known that another was late, and shown a period after the one before:
      // a compositor that had nothing to show has begun its refreshes anew.
      let wasNext = isNext && (arrival.interval ?? 0) <= shown.period + quarter
      if !isLate || !wasNext || !pictures.wasPlannedBeforeReport(number) {
        (shown.aimed, shown.lead) = (plan.refresh, plan.lead)
        if isLate { pictures.foundLate() }
      }
    }
    if picture.hasWaited, isNext { shown.tooLateFor = before?.shown }
    deadline.shown(shown)
    return report
  }

  /// Plans the frame that is begun next for the first refresh that it can be shown at.
  /// - Returns: When to begin it; nil for at once.
  mutating func planFrame(_ now: Int64) -> Int64? {
    guard let refresh = firstRefresh(now), let lead else { return nil }
    pictures.plan = RecentPictures.Plan(refresh: refresh, lead: lead)
    let due = refresh - lead - plannedBuild
    return due > now ? due : nil
  }

  /// The lead for the next frame; nil where nothing is learned yet.
  private var lead: Int64? {
    deadline.lead.map { pictures.seemsLate ? $0 + DeadlineEstimator.rise : $0 }
  }

  /// What a planned frame is given to be built: no more refreshes than most frames take.
  ///
  /// Two frames that took far longer would otherwise put off the pictures after them, and hold up
  /// the program.
  private var plannedBuild: Int64 {
    min(longBuild, Int64(clock.period * 1e9) * clock.expected)
  }

  /// The refresh that the frame begun at `now` is for; nil where none reports its refreshes.
  func plannedRefresh(_ now: Int64) -> Int64? {
    guard mode == .locked, pictures.areReported else { return nil }
    let quarter = Int64(clock.period * 0.25e9)
    if let plan = pictures.plan, now < plan.refresh - plan.lead - plannedBuild + quarter {
      return plan.refresh
    }
    return firstRefresh(now)
  }

  /// The first refresh that a frame begun at `now` can be shown at, after that of the picture before.
  private func firstRefresh(_ now: Int64) -> Int64? {
    guard pictures.gridIsKnown, let lead else { return nil }
    var earliest = now + plannedBuild + lead
    if let last = pictures.lastExpected {
      earliest = max(earliest, last + Int64(clock.period * 0.5e9))
    }
    return clock.refresh(after: earliest)
  }

  /// Takes in a picture of which a report may come.
  /// - Returns: When it will be shown, as well as is known.
  mutating func committed(_ times: FrameTimes, number: Int, predicted: Int64) -> Int64? {
    guard pictures.areReported else { return nil }
    // Shorter waits are those of a processor that is busy.
    let hasWaited = times.waited > 300_000
    var plan = mode == .locked ? pictures.plan : nil
    let margin: Int64 = 200_000
    pictures.seemsLate = false
    if let planned = plan, hasWaited, planned.refresh - times.presented < planned.lead - margin {
      // The compositor was just taking the picture before, and let presenting go on afterwards.
      plan = nil
      pictures.seemsLate = true
    }
    var expected = plan?.refresh
    if expected == nil, pictures.gridIsKnown, let lead = deadline.lead {
      expected = clock.refresh(after: times.presented + lead)
    }
    pictures.add(
      RecentPictures.Picture(
        number: number, committed: times.presented, hasWaited: hasWaited, plan: plan,
        predicted: predicted),
      expected: expected)
    return expected
  }
}
