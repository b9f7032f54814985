// SPDX-License-Identifier: Apache-2.0

/// Runs a model over all frames, and draws those within the window.
struct Sketching: StrategyModelVisitor {
  let strategy: ComparisonStrategy
  let comparison: Comparison
  let window: MotionWindow
  let progress: (Int) -> Void

  func visit<M: StrategyModel>(_ model: M.Type) -> MotionSketch {
    var pen = MotionPen(window)
    let result = comparison.run(strategy, model, progress: progress) { run, time in
      if let jump = run.takeJump() { pen.jump(jump, at: time) }
    } draw: { run, time in
      // Most frames of a long run lie outside: these are only measured.
      if time < window.start || time > window.end {
        _ = run.draw(at: time)
      } else {
        draw(&run, at: time, with: &pen)
      }
    }
    return pen.sketch(result)
  }

  @inline(never)
  private func draw<M: StrategyModel>(
    _ run: inout MeasuredRun<M>, at time: Double, with pen: inout MotionPen
  ) {
    // A jump before the window does not belong to it.
    if pen.isNew { _ = run.takeJump() }
    let frame = run.frame(at: time)
    if let jump = run.takeJump() { pen.jump(jump, at: time) }
    pen.frame(frame, gap: run.gap)
  }
}

/// Draws a motion, frame by frame and jump by jump.
private struct MotionPen {
  private let window: MotionWindow
  private var value: LineSketch
  private var rate: LineSketch
  private var gap: LineSketch
  private var jumps: [ValueJump] = []
  private var boundaries: [Double] = []
  /// Whether no frame has been drawn yet.
  private(set) var isNew = true

  init(_ window: MotionWindow) {
    self.window = window
    value = LineSketch(window)
    rate = LineSketch(window)
    gap = LineSketch(window)
  }

  mutating func frame(_ frame: StrategyFrame, gap cycles: Double) {
    isNew = false
    value.add(frame.time, frame.value)
    rate.add(frame.time, frame.hertz)
    gap.add(frame.time, cycles)
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
    var (value, rate, gap) = (value, rate, gap)
    return MotionSketch(
      result: result, value: value.finished(), rate: rate.finished(), gap: gap.finished(),
      jumps: jumps, boundaries: boundaries)
  }
}
