// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Something that happened to a repeat between two frames.
public struct RepeatEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// A run began.
    case started
    /// A boundary between two cycles was reached; ``RepeatEvent/cycle`` is the one that is entered.
    ///
    /// At the end of a run there is no such event: no cycle is entered.
    case cycle
    /// The value has turned and now moves this way.
    case direction(RepeatDirection)
    /// The run ended.
    case stopped(StopReason)
    /// The repeat is in step with its leader, and follows it from now on.
    case locked
    /// A lock ended, or the way to one did.
    case unlocked(UnlockReason)
    /// A property was set to an invalid value, and kept its old one.
    case invalidInput(RepeatError)
  }

  /// What happened.
  public let kind: Kind

  /// The cycle that was entered, or in which it happened.
  public let cycle: WideInt

  /// How many boundaries of this kind the event reports: 1 except in a flood that is counted.
  public let count: WideInt

  /// When it happened: the first `Double`, in seconds, at which it has; frames do not change it.
  public let time: Double

  /// Seconds from ``time`` to the frame that reported it; never negative.
  public internal(set) var lateness = 0.0
}

extension RepeatEvent {
  /// Whether a run began.
  public var isStart: Bool { kind == .started }

  /// Whether a boundary between two cycles was reached: ``cycle`` is the one that is entered.
  public var isCycle: Bool { kind == .cycle }

  /// Which way the value moves from now on; `nil` unless it has turned.
  public var direction: RepeatDirection? {
    if case .direction(let direction) = kind { direction } else { nil }
  }

  /// Whether the repeat is in step with its leader from now on.
  public var isLock: Bool { kind == .locked }

  /// Why a lock ended; `nil` unless one has.
  public var unlockReason: UnlockReason? {
    if case .unlocked(let reason) = kind { reason } else { nil }
  }

  /// Why the run ended; `nil` unless it has.
  public var stopReason: StopReason? {
    if case .stopped(let reason) = kind { reason } else { nil }
  }
}

/// Which way a value moves between the two states.
public enum RepeatDirection: Hashable, Sendable {
  /// From the default state to the alternate one.
  case towardAlternate
  /// From the alternate state back to the default one.
  case towardDefault
}

/// Why a run ended.
public enum StopReason: Hashable, Sendable {
  /// Stopped, and the cycle that was under way has ended.
  case cycleEnd
  /// Ended inside a cycle, idle in the default state: stopped at once, or stopped for the cycle's
  /// end when the motion came to a standstill before it.
  case immediately
  /// Stopped at once, holding its value.
  case frozen
  /// All cycles of a counted run have been run, or it was turned round and came back to its start;
  /// or a run has reached ±`CyclePosition.limit`.
  case finished
  /// The delegate is gone.
  case delegateGone
}

#if !hasFeature(Embedded)
  extension RepeatDirection: Codable {}
  extension StopReason: Codable {}
  extension RepeatEvent.Kind: Codable {}
  extension RepeatEvent: Encodable {}
#endif
