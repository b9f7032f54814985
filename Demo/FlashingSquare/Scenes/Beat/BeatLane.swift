// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import SDLDriver

/// A square that is locked to the beat in one way, and its last seconds.
struct BeatLane: Sendable {
  /// How a lane comes into step.
  enum Way: CaseIterable, Sendable {
    /// As soon as its bounds allow.
    case soonest
    /// At the beginning of a bar, with the least change of rate.
    case nextBar
    /// By whole cycles, each of one rate.
    case wholeCycles
    /// As soon as possible, at two cycles a beat.
    case twice
    /// By a jump: to compare.
    case snap
    /// As soon as possible, at the ratio that health asks for.
    case heart

    /// The rate of an unlocked lane, as a share of its rate in step.
    var freeShare: Double {
      switch self {
      case .soonest: 0.88
      case .nextBar: 1.1
      case .wholeCycles: 0.93
      case .twice: 0.95
      case .snap: 0.82
      case .heart: 0.9
      }
    }
  }

  /// One frame of it.
  struct Sample: Sendable {
    /// Seconds.
    var time: Double
    /// The target's phase, and its own, 0..<1.
    var target: Double
    var phase: Double
    /// Cycles that the target is ahead, -0.5..<0.5.
    var gap: Double
    /// Which bar of the music it is in; 0 while that is not known.
    var bar: Int
  }

  /// Seconds that its chart shows.
  static let span = 6.0
  private static let capacity = 1200
  /// How far the rate may depart from the target's while it catches up, as a share.
  static let reach = 0.25
  /// Cycles per second that the rate may change by in a second, for each cycle per second.
  static let slope = 2.0
  /// Seconds that a lane may be off its target before the leader is handed over anew: what shows
  /// follows the device's clock, whose corrections are smaller than this most of the time.
  static let tolerance = 0.003

  let way: Way
  let limit: FlashLimit
  private(set) var controller: RepeatController
  /// Cycles for each beat.
  private(set) var ratio: CycleRatio
  /// Whether it is to be in step.
  private(set) var isFollowing = false
  /// Cycles that the target is ahead, -0.5..<0.5; 0 while it follows nothing.
  private(set) var gap = 0.0
  /// What shows: 1 on the beat.
  private(set) var shown = 0.0
  /// Seconds that coming into step took, or will take; nil where that is not known.
  private(set) var catchUpSeconds: Double?
  /// Cycles of the largest jump since it was last unlocked.
  private(set) var jump = 0.0
  private(set) var samples = Ring<Sample>(capacity: capacity)
  /// When it last began to come into step.
  private var catchUpStart = 0.0

  /// A lane that runs freely from `now` on, at a phase of its own.
  init(_ way: Way, beatHertz: Double, limit: FlashLimit, now: Double) {
    self.way = way
    self.limit = limit
    ratio = way == .twice ? CycleRatio(2) : .one
    let index = Self.Way.allCases.firstIndex(of: way) ?? 0
    var settings = RepeatSettings(policy: .phaseMatched)
    settings.rate = .hertz(ratio.value * beatHertz * way.freeShare)
    // Scattered, so that one sees them come together.
    settings.startPhase = (0.3 + 0.37 * Double(index)).truncatingRemainder(dividingBy: 1)
    do throws(RepeatError) {
      controller = try RepeatController(settings, now: now)
    } catch {
      preconditionFailure("a lane of \(beatHertz) beats per second: \(error)")
    }
    controller.start()
    _ = controller.takeEvents()
  }

  /// Seconds that the target is ahead, negative behind.
  var gapSeconds: Double {
    let hertz = controller.sample(at: controller.now).hertz
    return hertz > 0 ? gap / hertz : 0
  }

  /// Whether it follows, and is where it is to be.
  var isInStep: Bool { isFollowing && gapSeconds.magnitude <= Self.tolerance }

  // MARK: - A frame

  /// Moves to a frame's time, and compares itself with its target.
  /// - Parameter leader: The beat; nil while it is not known.
  /// - Returns: What happened on the way.
  mutating func update(at time: Double, _ leader: RepeatLeader?) -> [RepeatEvent] {
    let events = controller.advance(to: time)
    measure(leader)
    if isFollowing, let leader, !isInStep, !isOnItsWay {
      handOver(leader)
      measure(leader)
    }
    if isFollowing, let end = controller.lockTime { catchUpSeconds = end - catchUpStart }
    shown = 1 - controller.progress(at: time)
    let phase = controller.sample(at: time).position.phase
    let sample = Sample(
      time: time, target: (phase + gap).remainderOfCycle, phase: phase, gap: gap,
      bar: leader?.position(at: time).cycle.flooredQuotient(by: BeatMusic.beatsPerBar) ?? 0)
    let isDue = samples.last.map { time - $0.time >= Self.span / Double(Self.capacity) } ?? true
    if isDue { samples.append(sample) }
    return events
  }

  private var isOnItsWay: Bool {
    switch controller.lockState {
    case .waiting, .catchingUp: true
    case .locked, .unlocked: false
    }
  }

  private mutating func measure(_ leader: RepeatLeader?) {
    guard let leader else {
      gap = 0
      return
    }
    let time = controller.now
    let target = ratio.phase(at: leader.position(at: DoubleDouble(time))).high
    let ahead = target - controller.sample(at: time).position.phase
    gap = ahead - (ahead + 0.5).rounded(.down)
  }

  // MARK: - Commands

  /// Comes into step with a leader from now on, in its way.
  mutating func follow(_ leader: RepeatLeader) {
    if !isFollowing { jump = 0 }
    isFollowing = true
    measure(leader)
    handOver(leader)
    measure(leader)
  }

  /// Runs freely, at a rate of its own.
  mutating func unlock(beatHertz: Double) {
    isFollowing = false
    catchUpSeconds = nil
    setRate(ratio.value * beatHertz * way.freeShare)
  }

  /// Takes another ratio; what follows comes into step with it.
  mutating func setRatio(_ newRatio: CycleRatio, _ leader: RepeatLeader?) {
    guard newRatio != ratio else { return }
    ratio = newRatio
    if isFollowing, let leader { follow(leader) }
  }

  private mutating func handOver(_ leader: RepeatLeader) {
    (catchUpStart, catchUpSeconds) = (controller.now, nil)
    if way == .snap { return snap(to: leader) }
    let bounds = bounds(around: ratio.value * leader.hertz(at: controller.now))
    do throws(RepeatError) {
      switch way {
      case .wholeCycles:
        try controller.lock(to: leader, ratio: ratio, within: bounds, style: .wholeCycles)
      case .nextBar: try lockByBar(leader, within: bounds)
      default: try controller.lock(to: leader, ratio: ratio, within: bounds)
      }
    } catch {
      // There is no way within the bounds, so it goes at the beat's rate, and stays out of step.
      setRate(ratio.value * leader.hertz(at: controller.now))
    }
  }

  /// Comes into step at the beginning of the next bar, or of the one after it where the bounds do
  /// not allow that.
  private mutating func lockByBar(
    _ leader: RepeatLeader, within bounds: LockBounds
  ) throws(RepeatError) {
    let now = controller.now
    let beat = leader.position(at: now)
    let bars = Double(BeatMusic.beatsPerBar)
    let inBar = Double(beat.cycle.flooredRemainder(by: BeatMusic.beatsPerBar)) + beat.phase
    let nextBar = now + (bars - inBar) / leader.hertz(at: now)
    do throws(RepeatError) {
      try controller.lock(to: leader, ratio: ratio, within: bounds, by: nextBar)
    } catch {
      let barAfter = nextBar + bars / leader.hertz(at: now)
      try controller.lock(to: leader, ratio: ratio, within: bounds, by: barAfter)
    }
  }

  private func bounds(around hertz: Double) -> LockBounds {
    let most = hertz * (1 + Self.reach)
    return LockBounds(
      leastRate: hertz * (1 - Self.reach),
      mostRate: limit.isOn ? max(hertz, min(most, FlashLimit.hertz)) : most,
      slope: Self.slope * hertz)
  }

  /// What programs do that know no lock: the rate, and the position as it should be.
  private mutating func snap(to leader: RepeatLeader) {
    let time = controller.now
    setRate(ratio.value * leader.hertz(at: time))
    controller.seek(to: controller.sample(at: time).position.advanced(by: gap))
    jump = max(jump, gap.magnitude)
    catchUpSeconds = 0
  }

  private mutating func setRate(_ hertz: Double) {
    do throws(RepeatError) {
      try controller.setRate(hertz: hertz)
    } catch {
      preconditionFailure("a lane at \(hertz) Hz: \(error)")
    }
  }
}

extension Int {
  /// What a division that rounds down leaves.
  func flooredRemainder(by divisor: Int) -> Int { self - flooredQuotient(by: divisor) * divisor }
}

extension CycleRatio {
  var value: Double { Double(numerator) / Double(denominator) }
}

extension Double {
  /// The part of a cycle, 0..<1.
  fileprivate var remainderOfCycle: Double {
    let rest = self - rounded(.down)
    return rest < 1 ? rest : 0
  }
}
