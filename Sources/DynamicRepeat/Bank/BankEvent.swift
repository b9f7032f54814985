// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Something that happened to a repeat that is listened to, between two frames.
public struct BankEvent: Hashable, Sendable {
  /// What kinds there are.
  public enum Kind: Hashable, Sendable {
    /// Boundaries between cycles were passed, ``BankEvent/count`` of them.
    case cycle
    /// The run ended.
    case stopped
  }

  /// To which repeat.
  public let id: RepeatID

  /// What happened.
  public let kind: Kind

  /// How many boundaries were passed: more than 1 where a frame came late.
  public let count: Int

  /// Whether it ran forwards.
  public let isForward: Bool

  /// When it happened, in seconds: the first `Double` at which it has; of several, the last one's.
  public let time: Double
}

extension RepeatBank {
  /// From now on, what happens to the repeat stands in ``events`` after each frame.
  ///
  /// A repeat that is listened to stands in the side table, and costs tens of nanoseconds a frame.
  /// Boundaries up to `time` count as reported.
  /// - Throws: ``BankError/staleID(_:)``, ``BankError/invalidTime(_:)``,
  ///   ``BankError/timeHasPassed(time:now:)``.
  public mutating func listen(to id: RepeatID, from time: Double) throws(BankError) {
    let index = try check(id)
    _ = try Self.check(time)
    if asideIndex(of: index) == nil { setAside(index, at: time) }
    guard let position = asideIndex(of: index), !aside[position].isListening else { return }
    let now = aside[position].controller.now
    guard time >= now else { throw .timeHasPassed(time: time, now: now) }
    aside[position].controller.moveOn(to: time)
    aside[position].controller.isReporting = true
    aside[position].isListening = true
  }

  /// Nothing more is reported of the repeat, also what it has not reported yet.
  /// - Throws: ``BankError/staleID(_:)``.
  public mutating func stopListening(to id: RepeatID) throws(BankError) {
    guard let position = asideIndex(of: try check(id)) else { return }
    aside[position].isListening = false
    aside[position].controller.isReporting = false
    aside[position].controller.events.removeAll()
    foldIfPlain(position)
  }

  /// Whether a repeat is listened to; `false` for stale names.
  public func isListening(to id: RepeatID) -> Bool {
    guard contains(id), let position = asideIndex(of: id.index) else { return false }
    return aside[position].isListening
  }

  /// Takes over what a controller has reported, without a new array each time.
  mutating func takeEvents(_ position: Int) {
    guard !aside[position].controller.events.isEmpty,
      let id = id(at: aside[position].index)
    else { return }
    let isForward = aside[position].controller.marks.travel > 0
    for event in aside[position].controller.events {
      let kind: BankEvent.Kind
      switch event.kind {
      case .cycle: kind = .cycle
      case .stopped: kind = .stopped
      case .started, .direction, .refused: continue
      }
      events.append(
        BankEvent(
          id: id, kind: kind, count: event.count, isForward: isForward, time: event.time))
    }
    aside[position].controller.events.removeAll(keepingCapacity: true)
  }
}

#if !hasFeature(Embedded)
  extension BankEvent.Kind: Codable {}
  extension BankEvent: Codable {}
#endif
