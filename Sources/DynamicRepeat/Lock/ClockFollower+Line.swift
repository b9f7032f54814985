// SPDX-License-Identifier: Apache-2.0

// The leader's line is above all arrivals, with the least sum of distances to them. The arrivals
// are the earliest ones of each of the last 16 quarter seconds. Source: S. Moon, P. Skelly and D.
// Towsley, "Estimation and removal of clock skew from network delay measurements" (INFOCOM 1999).
// The constants were found by simulation; the tests show the resulting accuracy.

extension ClockFollower {
  /// Seconds since the first sample, and seconds by which the leader is ahead of its expected rate.
  struct Point: FixedListElement {
    var x: Double
    var y: Double
    static let filler = Point(x: 0, y: 0)
  }

  /// The leader's line, relative to a leader of the expected rate.
  struct Line: Hashable, Sendable {
    var anchor = Point.filler
    /// The relative difference between the leader's rate and the expected rate.
    var slope = 0.0

    func height(at x: Double) -> Double { anchor.y + slope * (x - anchor.x) }
  }

  /// The shown position relative to the line: the gap that it closes, or the position at which it
  /// waits.
  struct Shown: Hashable, Sendable {
    /// Seconds after the first sample.
    var x = 0.0
    /// Seconds by which the line is ahead of the shown position at `x`.
    var gap = 0.0
    /// Seconds until the gap closes; 0 without a gap.
    var duration = 0.0
    /// The leader's seconds at which the shown position waits; nil while it moves.
    var waitingAt: Double?

    func gap(at x: Double) -> Double {
      guard x > self.x else { return gap }
      return x - self.x < duration ? gap * (1 - (x - self.x) / duration) : 0
    }
  }

  func shownHeight(at x: Double) -> Double {
    if let waiting = shown.waitingAt { return waiting - x }
    return line.height(at: x) - shown.gap(at: x)
  }

  /// Closes the gap from `height` to the line within the bounds, in at least a quarter of a second,
  /// with the least change of rate.
  mutating func approachLine(at x: Double, from height: Double) {
    let gap = line.height(at: x) - height
    let most = state == .locked ? settings.catchUp : gap > 0 ? 0.1 : 1
    shown = Shown(x: x, gap: gap, duration: max(gap.magnitude / (most * (1 + line.slope)), 0.25))
  }

  /// Adds an arrival near the line.
  mutating func include(_ point: Point, lateness: Double) -> Arrival {
    var arrival = Arrival(isUsed: true, lateness: lateness)
    let (height, before) = (shownHeight(at: point.x), line)
    // An arrival this early means a jump of the leader, so earlier arrivals do not describe its
    // line.
    let drift = settings.rateTolerance * (point.x - line.anchor.x)
    if state == .locked, lateness < -settings.tolerance - drift { arrivals = EarliestArrivals() }
    let isBlockFull = arrivals.add(point)
    if isBlockFull { reviewBlocks() }
    if isBlockFull || lateness < 0 {
      line.anchor = Point(x: point.x, y: arrivals.height(at: point.x, slope: line.slope))
      arrival.hasMovedLine = line != before
      approachLine(at: point.x, from: height)
    }
    if state == .acquiring, isLockable(at: point.x) {
      let height = shownHeight(at: point.x)
      (state, isRateKnown, arrival.hasLocked) = (.locked, true, true)
      approachLine(at: point.x, from: height)
    }
    return arrival
  }

  /// Updates the slope and detects slips when a block is full.
  ///
  /// A second of blocks below the line, or half a second while acquiring, shows that earlier
  /// arrivals were wrong.
  private mutating func reviewBlocks() {
    reviewSlope()
    let slipped = state == .locked ? 4 : 2
    if arrivals.blocks.count > slipped, countOnLine(newest: slipped) == 0 {
      arrivals.keepNewest(slipped)
    }
  }

  private mutating func reviewSlope() {
    guard let found = arrivals.slope else { return }
    let limit = settings.rateTolerance
    // Late arrivals cannot explain a difference this large; the rate has changed.
    let isOther = (found - line.slope).magnitude * arrivals.span > 2 * settings.tolerance
    if found.magnitude <= limit, !isRateKnown || isOther {
      let x = arrivals.newest.x
      let other = Line(
        anchor: Point(x: x, y: arrivals.height(at: x, slope: found)), slope: found)
      // Scattered arrivals do not determine a line.
      if (arrivals.spread(below: other) ?? 0) <= settings.tolerance { line = other }
    } else if arrivals.blocks.count >= 8, countOnLine(newest: 1) == 1 {
      // A block off the line may be the start of a slip, so the slope excludes it.
      line.slope += 0.25 * (min(max(found, -limit), limit) - line.slope)
    }
  }

  /// Whether the last half second and the shown position are on the line.
  ///
  /// After four seconds of scattered arrivals, the shown position suffices.
  private func isLockable(at x: Double) -> Bool {
    let gap = (line.height(at: x) - shownHeight(at: x)).magnitude
    if x - beginning > 4 { return arrivals.blocks.count >= 2 && gap <= settings.tolerance }
    return arrivals.blocks.count >= (isRateKnown ? 2 : 8) && countOnLine(newest: 2) == 2
      && gap <= settings.tolerance / 4
  }

  /// The number of the newest blocks whose earliest arrival is on the line.
  private func countOnLine(newest count: Int) -> Int {
    let blocks = arrivals.blocks
    return ((blocks.count - count)..<blocks.count).count { index in
      line.height(at: blocks[index].x) - blocks[index].y <= settings.tolerance
    }
  }
}

/// The earliest arrival of each of the last quarter seconds, with at least four samples each.
struct EarliestArrivals: Hashable, Sendable {
  typealias Point = ClockFollower.Point

  /// The earliest arrival of each full block; the oldest block is at 0.
  private(set) var blocks = FixedList<16, Point>()
  /// The earliest arrival of the present block, if it has samples.
  private var open = Point.filler
  private var openStart = 0.0
  private var openSamples = 0

  /// Adds an arrival later than all before.
  /// - Returns: Whether it completed a block.
  @discardableResult
  mutating func add(_ point: Point) -> Bool {
    if openSamples == 0 { openStart = point.x }
    if openSamples == 0 || point.y >= open.y { open = point }
    openSamples += 1
    guard openSamples >= 4, point.x - openStart >= 0.25 else { return false }
    if blocks.isFull { blocks.remove(at: 0) }
    blocks.append(open)
    openSamples = 0
    return true
  }

  /// Removes all full blocks but the newest `count`.
  mutating func keepNewest(_ count: Int) {
    while blocks.count > count { blocks.remove(at: 0) }
  }

  var newest: Point { blocks[blocks.count - 1] }

  /// Seconds from the oldest full block's arrival to the newest's.
  var span: Double { newest.x - blocks[0].x }

  /// The height at `x` of the lowest line with a given slope above all arrivals.
  func height(at x: Double, slope: Double) -> Double {
    var highest = openSamples > 0 ? open.y + slope * (x - open.x) : -.infinity
    for index in 0..<blocks.count {
      highest = max(highest, blocks[index].y + slope * (x - blocks[index].x))
    }
    return highest
  }

  /// The mean distance of the blocks below a line, in seconds; nil without a full block.
  func spread(below line: ClockFollower.Line) -> Double? {
    guard !blocks.isEmpty else { return nil }
    var sum = 0.0
    for index in 0..<blocks.count { sum += line.height(at: blocks[index].x) - blocks[index].y }
    return sum / Double(blocks.count)
  }

  /// The slope of the line above all blocks with the least sum of distances.
  ///
  /// This line contains the edge of the convex hull at the blocks' mean time.
  ///
  /// Nil with fewer than 3 blocks.
  var slope: Double? {
    guard blocks.count >= 3 else { return nil }
    var sum = 0.0
    for index in 0..<blocks.count { sum += blocks[index].x }
    let middle = sum / Double(blocks.count)
    var best = (height: -Double.infinity, slope: 0.0)
    for left in 0..<blocks.count where blocks[left].x <= middle {
      for right in 0..<blocks.count where blocks[right].x > middle {
        let (left, right) = (blocks[left], blocks[right])
        let slope = (right.y - left.y) / (right.x - left.x)
        let height = left.y + slope * (middle - left.x)
        if height > best.height { best = (height, slope) }
      }
    }
    return best.slope
  }
}
