// SPDX-License-Identifier: Apache-2.0

/// Something that happened to a repeat.
public struct RepeatEvent: Hashable, Sendable, BitwiseCopyable {
  /// The kinds of events.
  public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// A run began.
    case started
    /// A boundary between two cycles was reached; ``RepeatEvent/cycle`` is the cycle that begins.
    ///
    /// The end of a run has no such event, because no cycle begins.
    case cycle
    /// The motion has reached a phase of ``RepeatSettings/marks``; ``RepeatEvent/mark`` is its index.
    case mark
    /// The delay between two cycles has ended; the value moves again.
    case delayEnded
    /// The value moves toward the alternate state from now on.
    case towardAlternate
    /// The value moves toward the default state from now on.
    case towardDefault
    /// The run ended at the end of a cycle, as a stop requested.
    case stoppedAtCycleEnd
    /// The run ended inside a cycle.
    case stoppedImmediately
    /// The run ended and the value is held.
    case frozen
    /// The last cycle of a counted run has ended.
    case finished
    /// A lock has brought the motion onto the leader's ``RepeatLine``.
    case locked
    /// A lock ended, before or after the motion reached the line.
    case unlocked
    /// The motion has reached the point of ``RepeatController/arrive(at:by:then:within:)``.
    case arrived
    /// Only from ``DynamicRepeatAnimation``: a property was set to an invalid value and kept its
    /// old value.
    case invalidInput

    var isStop: Bool {
      switch self {
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished: true
      default: false
      }
    }
  }

  /// The kind of event.
  public let kind: Kind
  /// The cycle that began, or in which the event happened.
  ///
  /// If the run stops at the end of a cycle that the motion completes, this is the cycle that
  /// ended. At any other stop, this is the position rounded down to whole cycles. In a delay or on
  /// a boundary, that is the number of the boundary.
  public let cycle: WideInt
  /// The number of events of this kind that this event represents: 1, unless several of them
  /// happen in one advance and ``EventReporting/counted`` is set.
  public let count: WideInt
  /// The time in seconds: the first `Double` at which the event has happened.
  ///
  /// The time is the same however the interval is split into frames. An event that represents
  /// several has the time of the last cycle boundary among them.
  public internal(set) var time: Double
  /// The index of the mark, for ``Kind/mark``; otherwise 0.
  public internal(set) var mark = 0
  /// Seconds from the event to the time of the advance that reported it.
  public internal(set) var lateness = 0.0

  /// Whether a boundary between two cycles was reached.
  public var isCycle: Bool { kind == .cycle }

  /// Whether the run ended; ``kind`` gives the reason.
  public var isStop: Bool { kind.isStop }
}
