// SPDX-License-Identifier: Apache-2.0

extension ClockFollower {
  /// The earliest arrivals of the last quarters of a second, stored inline.
  struct Envelope: Hashable, Sendable {
    /// Seconds since the first sample, and seconds that the leader is ahead of its expected rate.
    struct Point: Hashable, Sendable {
      var x: Double
      var y: Double
    }

    /// A block is so long at least, in seconds: 10 steps of 23.2 ms.
    static let blockSeconds = 0.25
    /// And has so many samples at least, where they are rare.
    static let blockSamples = 4
    static let capacity = 16

    private var xs = SIMD16<Double>.zero
    private var ys = SIMD16<Double>.zero
    /// Blocks that are full; the oldest is at 0.
    private(set) var count = 0
    /// The earliest arrival of the block under way, while that has samples.
    private var open = Point(x: 0, y: 0)
    private var openStart = 0.0
    private var openSamples = 0

    /// The earliest arrival in a full block; 0 is the newest.
    func newest(_ age: Int) -> Point {
      Point(x: xs[count - 1 - age], y: ys[count - 1 - age])
    }

    /// Adds an arrival later than all before.
    /// - Returns: Whether it ended a block.
    @discardableResult
    mutating func add(_ point: Point) -> Bool {
      if openSamples == 0 { openStart = point.x }
      if openSamples == 0 || point.y >= open.y { open = point }
      openSamples += 1
      guard openSamples >= Self.blockSamples, point.x - openStart >= Self.blockSeconds else {
        return false
      }
      if count == Self.capacity { dropOldest(1) }
      (xs[count], ys[count]) = (open.x, open.y)
      count += 1
      openSamples = 0
      return true
    }

    /// Forgets all full blocks but the newest `kept`.
    mutating func keepNewest(_ kept: Int) { dropOldest(max(count - kept, 0)) }

    private mutating func dropOldest(_ dropped: Int) {
      for index in dropped..<max(count, dropped) {
        (xs[index - dropped], ys[index - dropped]) = (xs[index], ys[index])
      }
      count -= dropped
    }

    /// The height at `x` of the lowest line of a slope that no arrival is above.
    func height(at x: Double, slope: Double) -> Double {
      var highest = openSamples > 0 ? open.y + slope * (x - open.x) : -.infinity
      for index in 0..<count { highest = max(highest, ys[index] + slope * (x - xs[index])) }
      return highest
    }

    /// The mean distance of the blocks below a line, in seconds; nil without a full block.
    func spread(below line: Line) -> Double? {
      guard count > 0 else { return nil }
      var sum = 0.0
      for index in 0..<count { sum += line.height(at: xs[index]) - ys[index] }
      return sum / Double(count)
    }

    /// Seconds from the oldest full block's arrival to the newest's.
    var span: Double { count > 0 ? newest(0).x - newest(count - 1).x : 0 }

    /// The slope of the line above all blocks whose sum of distances to them is least: the hull's
    /// edge over their mean time.
    ///
    /// Nil where there are fewer than 3 blocks.
    var slope: Double? {
      guard count >= 3 else { return nil }
      var sum = 0.0
      for index in 0..<count { sum += xs[index] }
      let middle = sum / Double(count)
      var best = (height: -Double.infinity, slope: 0.0)
      for left in 0..<count where xs[left] <= middle {
        for right in 0..<count where xs[right] > middle {
          let slope = (ys[right] - ys[left]) / (xs[right] - xs[left])
          let height = ys[left] + slope * (middle - xs[left])
          if height > best.height { best = (height, slope) }
        }
      }
      return best.slope
    }
  }
}
