// SPDX-License-Identifier: Apache-2.0

import CFrameLoop
import FramePacing

/// The loop that a `dr_loop *` points to.
struct LoopObject: ~Copyable {
  var loop: FrameLoop
  var statistics = FrameStatistics()
  var fixedStep: FixedStep?
  let clock: LoopClock
  /// The clock's time at the loop's creation, in nanoseconds.
  let start: Int64
  /// The thread that created the loop.
  private let owner = SystemClock.thisThread()
  /// Whether the wait for the next frame has ended.
  var hasWaited = false
  var wasPolled = false
  var inputEvents = 0
  /// The frame that was begun and is not presented yet; `nil` between frames.
  var begun: BegunFrame?

  init(_ settings: LoopSettings) {
    clock = LoopClock(manual: settings.hasManualClock ? ManualClock() : nil)
    start = clock.now()
    fixedStep = settings.fixedStep
    loop = FrameLoop(
      settings.options, displayRate: settings.displayRate, presentWaits: settings.presentWaits,
      now: start)
    statistics.mode = loop.mode
    statistics.reportedHertz = loop.reportedRate?.hertz
  }

  var isOwnedByThisThread: Bool { owner == SystemClock.thisThread() }

  /// The latest time of a loop's clock, in nanoseconds: 31 years, far below the limit of `Int64`.
  static let latestTime: Int64 = 1_000_000_000_000_000_000

  /// The time of the loop's clock.
  /// - Throws: `DR_LOOP_ERROR_TIME` if a manual clock has passed its limit.
  func now() throws(LoopError) -> Int64 {
    let now = clock.now()
    guard now - start <= Self.latestTime else { throw LoopError(DR_LOOP_ERROR_TIME) }
    return now
  }

  var isPaused: Bool {
    if case .paused = loop.mode { true } else { false }
  }
}

/// A frame between its begin and its presentation.
struct BegunFrame {
  let frame: Frame
  let begun: Int64
  /// The time at the end of drawing, and the process's processor time until then; `nil` if unknown.
  var drawn: (time: Int64, computed: Int64)?
}

/// The system's clock, or a manual clock that the caller sets.
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

// MARK: - Memory

#if hasFeature(Embedded)
  /// The space for a loop's arrays and its clock in the loop's memory block, in bytes, at most.
  private let arraySize: Int = {
    let head = 32 + Int(FRAME_LOOP_MEMORY_OVERHEAD)
    let rings = 12 * (SampleRing.capacity * MemoryLayout<Int64>.stride + head)
    let classes = LogHistogram.classCount * MemoryLayout<Int>.stride + head
    let trail = FrameTrail.capacity * MemoryLayout<FrameStep>.stride + head
    return rings + classes + trail + 64 + head
  }()
#else
  // In a program with other Swift code, the shared Swift runtime allocates the arrays with malloc.
  private let arraySize = 0
#endif

extension LoopObject {
  /// Creates a loop in its own memory block.
  static func make(_ settings: LoopSettings) throws(LoopError) -> OpaquePointer {
    let size = (MemoryLayout<Self>.stride + 15) & ~15
    let block = try given(frame_loop_memory_begin(size, arraySize), or: DR_LOOP_ERROR_MEMORY)
    let object = block.bindMemory(to: Self.self, capacity: 1)
    object.initialize(to: Self(settings))
    frame_loop_memory_end()
    if !settings.hasManualClock { frame_loop_slack_remove() }
    return OpaquePointer(object)
  }

  static func destroy(_ loop: OpaquePointer) {
    let object = UnsafeMutablePointer<Self>(loop)
    if object.pointee.isOwnedByThisThread, object.pointee.clock.manual == nil {
      frame_loop_slack_restore()
    }
    object.deinitialize(count: 1)
    frame_loop_memory_release(object)
  }
}
