// SPDX-License-Identifier: Apache-2.0

/// Runs a model over all frames, and draws those within the window.
struct Sketching: StrategyModelVisitor {
  let strategy: ComparisonStrategy
  let comparison: Comparison
  let window: MotionWindow
  let progress: (Int) -> Void

  func visit<M: StrategyModel>(_ model: M.Type) -> MotionSketch {
    let schedule = comparison.schedule
    var run = MeasuredRun<M>(rule: strategy.rule, at: schedule.initialRate)
    var pen = MotionPen(window)
    let changes = schedule.changes
    var (next, frames, last) = (0, 0, 0.0)
    var work = WorkCount(progress)
    var nextTime = changes.first?.time ?? .infinity
    for time in comparison.trace.times(through: schedule.length) {
      while nextTime <= time {
        run.apply(changes[next])
        work.addChange()
        if let jump = run.takeJump() { pen.jump(jump, at: nextTime) }
        next += 1
        nextTime = next < changes.count ? changes[next].time : .infinity
      }
      // Most frames of a long run lie outside: these are only measured.
      if time < window.start || time > window.end {
        _ = run.draw(at: time)
      } else {
        draw(&run, at: time, with: &pen)
      }
      frames += 1
      last = time
      work.addFrame()
    }
    work.report()
    return pen.sketch(
      StrategyResult(
        strategy: strategy, figures: run.figures, frames: frames, changes: next, end: last))
  }

  @inline(never)
  private func draw<M: StrategyModel>(
    _ run: inout MeasuredRun<M>, at time: Double, with pen: inout MotionPen
  ) {
    // A jump before the window does not belong to it.
    if pen.isNew { _ = run.takeJump() }
    let frame = run.frame(at: time)
    if let jump = run.takeJump() { pen.jump(jump, at: time) }
    pen.frame(frame)
  }
}

/// Draws a motion, frame by frame and jump by jump.
private struct MotionPen {
  private let window: MotionWindow
  private var value: LineSketch
  private var rate: LineSketch
  private var jumps: [ValueJump] = []
  private var boundaries: [Double] = []
  /// Whether no frame has been drawn yet.
  private(set) var isNew = true

  init(_ window: MotionWindow) {
    self.window = window
    value = LineSketch(window)
    rate = LineSketch(window)
  }

  mutating func frame(_ frame: StrategyFrame) {
    isNew = false
    value.add(frame.time, frame.value)
    rate.add(frame.time, frame.hertz)
    guard frame.reported > 0 else { return }
    if let last = boundaries.last, value.column(of: last) == value.column(of: frame.time) { return }
    boundaries.append(frame.time)
  }

  mutating func jump(_ values: (before: Double, after: Double), at time: Double) {
    guard time >= window.start, time <= window.end else { return }
    value.add(time, values.before)
    value.add(time, values.after)
    let jump = ValueJump(time: time, before: values.before, after: values.after)
    guard jump.size > Verdict.visibleJump else { return }
    if let last = jumps.last, value.column(of: last.time) == value.column(of: time) {
      if jump.size > last.size { jumps[jumps.count - 1] = jump }
    } else {
      jumps.append(jump)
    }
  }

  func sketch(_ result: StrategyResult) -> MotionSketch {
    var (value, rate) = (value, rate)
    return MotionSketch(
      result: result, value: value.finished(), rate: rate.finished(), jumps: jumps,
      boundaries: boundaries)
  }
}
