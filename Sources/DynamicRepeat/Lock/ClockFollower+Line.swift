// SPDX-License-Identifier: Apache-2.0

extension ClockFollower {
  /// The leader's line, relative to a leader that runs at the expected rate.
  struct Line: Hashable, Sendable {
    private(set) var x = 0.0
    private var y = 0.0
    /// How much faster than expected the leader runs, as a share.
    var slope = 0.0

    /// Seconds that the leader is ahead, `x` seconds after the first sample.
    func height(at x: Double) -> Double { y + slope * (x - self.x) }

    mutating func put(on point: Envelope.Point) { (x, y) = (point.x, point.y) }
  }

  /// The numbers of the estimator, found by simulation; the tests show what they reach.
  private enum Tuning {
    /// A slope found goes into the line by this share each quarter of a second.
    static let slopeGain = 0.25
    /// It needs so many full blocks: two seconds.
    static let slopeBlocks = 8
    /// So many blocks in a row below the line show that the leader has slipped: one second.
    static let slippedBlocks = 4
    /// So many in a row, half a second, are on the line that is locked to; below it they show that
    /// the arrivals before were wrong.
    static let lockBlocks = 2
    /// Seconds after which a line is locked to as it is: arrivals agree no better.
    static let patience = 4.0
  }

  /// Seconds by which the earliest arrivals of the last four seconds lie below the line, on average:
  /// how well the line is known.
  ///
  /// Nil before the first full quarter of a second.
  public var spread: Double? { envelope.spread(below: line) }

  /// Positions per second that the leader runs at, as far as it is known.
  public var rate: Double { settings.rate * (1 + line.slope) }

  /// Where the leader is at `time`: the line over the earliest arrivals, extended.
  ///
  /// Corrections move it at once, in either direction; ``position(at:)`` is what to show.
  /// - Parameter time: Seconds; finite; may be before the last sample.
  /// - Returns: In the leader's units; nil before the first sample.
  public func leaderPosition(at time: Double) -> Double? {
    guard last != nil else { return nil }
    let x = time - origin.time
    return position(height: line.height(at: x), at: x)
  }

  func position(height: Double, at x: Double) -> Double {
    origin.position + settings.rate * (x + height)
  }

  /// Takes in an arrival near the line.
  mutating func include(_ point: Envelope.Point, _ arrival: inout Arrival) {
    let before = (shown: shownHeight(at: point.x), line: line)
    // So early that the leader has jumped: what was before says nothing of its line.
    let drift = settings.rateTolerance * (point.x - line.x)
    if state == .locked, arrival.lateness < -settings.tolerance - drift { envelope = Envelope() }
    let isBlockFull = envelope.add(point)
    if isBlockFull { reviewBlocks() }
    if isBlockFull || arrival.lateness < 0 {
      let height = envelope.height(at: point.x, slope: line.slope)
      line.put(on: Envelope.Point(x: point.x, y: height))
      arrival.hasMovedLine = line != before.line
      plan(at: point.x, from: before.shown)
    }
    if state == .acquiring, isLockable(at: point.x) {
      let height = shownHeight(at: point.x)
      state = .locked
      isRateKnown = true
      arrival.hasLocked = true
      plan(at: point.x, from: height)
    }
  }

  /// Looks for the slope and for a slip, when a block is full.
  private mutating func reviewBlocks() {
    reviewSlope()
    let slipped = state == .locked ? Tuning.slippedBlocks : Tuning.lockBlocks
    if envelope.count > slipped,
      (0..<slipped).allSatisfy({ depth(ofBlock: $0) > settings.tolerance })
    {
      envelope.keepNewest(slipped)
    }
  }

  private mutating func reviewSlope() {
    guard let found = envelope.slope else { return }
    let limit = settings.rateTolerance
    let off = (found - line.slope).magnitude
    // Farther off than late arrivals explain: another rate.
    let isOther = off * envelope.span > 2 * settings.tolerance
    if found.magnitude <= limit, !isRateKnown || isOther {
      let newest = envelope.newest(0)
      var other = line
      other.slope = found
      other.put(on: .init(x: newest.x, y: envelope.height(at: newest.x, slope: found)))
      // Unless the arrivals lie on no line at all.
      let spread = envelope.spread(below: other) ?? 0
      if spread <= settings.tolerance { line = other }
    } else if envelope.count >= Tuning.slopeBlocks, depth(ofBlock: 0) <= settings.tolerance {
      // A block off the line may be the beginning of a slip: no slope goes over it.
      line.slope += Tuning.slopeGain * (min(max(found, -limit), limit) - line.slope)
    }
  }

  /// Whether the last blocks and what is shown are on the line, or, after four seconds of arrivals
  /// that agree no better, what is shown is.
  private func isLockable(at x: Double) -> Bool {
    let gap = (line.height(at: x) - shownHeight(at: x)).magnitude
    if x - beginning > Tuning.patience {
      return envelope.count >= Tuning.lockBlocks && gap <= settings.tolerance
    }
    return envelope.count >= (isRateKnown ? Tuning.lockBlocks : Tuning.slopeBlocks)
      && (0..<Tuning.lockBlocks).allSatisfy { depth(ofBlock: $0) <= settings.tolerance }
      && gap <= settings.tolerance / 4
  }

  /// Seconds by which the earliest arrival of a block lies below the line; 0 is the newest block.
  private func depth(ofBlock age: Int) -> Double {
    let point = envelope.newest(age)
    return line.height(at: point.x) - point.y
  }
}
