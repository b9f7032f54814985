// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import FramePacing

/// What a handle of a loop names.
struct LoopObject: ~Copyable {
  var loop: FrameLoop
  var statistics = FrameStatistics()
  var fixedStep: FixedStep?
  let clock: LoopClock
  /// Nanoseconds of the clock when the loop was created.
  let start: Int64
  /// The thread that created it.
  let owner: UInt64
  /// Whether the coming frame was waited for, and the events were looked at.
  var hasWaited = false
  var wasPolled = false
  var inputEvents = 0
  /// The frame that was begun and is not presented; nil between frames.
  var begun: BegunFrame?

  init(_ settings: LoopSettings) {
    clock = LoopClock(manual: settings.hasManualClock ? ManualClock() : nil)
    start = clock.now()
    owner = SystemClock.thisThread()
    fixedStep = settings.fixedStep
    loop = FrameLoop(
      settings.options, displayRate: settings.displayRate, presentWaits: settings.presentWaits,
      now: start)
    statistics.mode = loop.mode
    statistics.reportedHertz = loop.reportedRate?.hertz
  }

  /// Bytes that its arrays and its clock take of a block, at most.
  static var arraySize: Int {
    let rings = 12 * (SampleRing.capacity * MemoryLayout<Int64>.stride + arrayHead)
    let classes = LogHistogram.classCount * MemoryLayout<Int>.stride + arrayHead
    let trail = FrameTrail.capacity * MemoryLayout<FrameStep>.stride + arrayHead
    return rings + classes + trail + 64 + arrayHead
  }

  /// The latest time that a loop's clock may show: 31 years, far from where integers end.
  static let latestTime: Int64 = 1_000_000_000_000_000_000

  /// The time of its clock.
  /// - Throws: `DR_ERROR_TIME` where a manual clock has gone beyond its limit.
  func now() throws(StatusError) -> Int64 {
    let now = clock.now()
    guard now - start <= Self.latestTime else { throw StatusError(DR_ERROR_TIME) }
    return now
  }

  var isPaused: Bool {
    if case .paused = loop.mode { true } else { false }
  }
}

/// A frame that was begun.
struct BegunFrame {
  let frame: Frame
  let begun: Int64
  /// When it was drawn, and what the process had computed by then; nil where that is unknown.
  var drawn: (time: Int64, computed: Int64)?
}

/// The system's clock, or one that the caller sets.
struct LoopClock: MonotonicClock {
  let manual: ManualClock?

  func now() -> Int64 { manual?.now() ?? SystemClock().now() }

  func sleep(until deadline: Int64) {
    if let manual { manual.sleep(until: deadline) } else { SystemClock().sleep(until: deadline) }
  }

  func spin(until deadline: Int64) {
    if let manual { manual.spin(until: deadline) } else { SystemClock().spin(until: deadline) }
  }
}

extension dr_loop: ObjectHandle {
  /// What the handle names, on the thread that owns it.
  @inline(never)
  func object() throws(StatusError) -> UnsafeMutablePointer<LoopObject> {
    let loop: UnsafeMutablePointer<LoopObject> = try named(id, ObjectKind.loop)
    guard loop.pointee.owner == SystemClock.thisThread() else { throw StatusError(DR_ERROR_THREAD) }
    return loop
  }

  /// What the handle names, between two frames.
  func objectBetweenFrames() throws(StatusError) -> UnsafeMutablePointer<LoopObject> {
    let loop = try object()
    guard loop.pointee.begun == nil else { throw StatusError(DR_ERROR_SEQUENCE) }
    return loop
  }

  /// What the handle names, in a frame.
  func objectInFrame() throws(StatusError) -> UnsafeMutablePointer<LoopObject> {
    let loop = try object()
    guard loop.pointee.begun != nil else { throw StatusError(DR_ERROR_SEQUENCE) }
    return loop
  }
}
