// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// Steps from picture to picture from left to right, the newest at the right edge, around a middle.
struct StepChart {
  let trail: FrameTrail
  /// Seconds at the middle line.
  let middle: Double
  let scale: ChartScale
  let box: PixelBox

  /// The ground, and the middle line.
  func drawGround(on canvas: inout Canvas) {
    canvas.fill(box, Palette.panel)
    canvas.fill(box.row(box.midY, height: canvas.metrics.px(1)), Palette.line)
  }

  /// One value of each step as a curve; steps without it are passed over.
  func drawCurve(_ color: RGBA8, on canvas: inout Canvas, _ value: (FrameStep) -> Double?) {
    guard box.width > 0, box.height > 0 else { return }
    let thickness = max(1.25, 1.25 * canvas.metrics.scale)
    var curve = ColumnCurve(in: box, thickness: thickness, &canvas.scratch)
    for age in stride(from: trail.count - 1, through: 0, by: -1) {
      guard let value = value(trail.newest(age)) else { continue }
      curve.add(x: x(age), y: y(value), &canvas.scratch)
    }
    canvas.stroke(curve, thickness: thickness, color)
  }

  /// A line for each step before which the loop stalled or refreshes were missed.
  func drawDisturbances(on canvas: inout Canvas) {
    let side = canvas.metrics.px(9) / 2 * 2
    let line = canvas.metrics.px(1)
    for isStall in [false, true] {
      let color = isStall ? Palette.alert : Palette.notice
      var lastPointer = Int.max
      for age in 0..<trail.count {
        let step = trail.newest(age)
        guard isStall ? step.isAfterStall : step.missed > 0 && !step.isAfterStall else { continue }
        let x = Int(x(age))
        guard x >= box.x + side / 2, x + side / 2 <= box.right else { continue }
        canvas.fill(box.column(x, width: line), color.withAlpha(isStall ? 150 : 70))
        // Where one line follows the other, a pointer at each would be a bar.
        guard lastPointer - x >= side else { continue }
        lastPointer = x
        canvas.draw(.pointer(side: side), middleX: x, middleY: box.y + side / 2, color)
      }
    }
  }

  /// How often each height occurs, as bars from the left edge of `room`.
  func drawDistribution(
    _ color: RGBA8, in room: PixelBox, _ bins: inout BinCounts, on canvas: inout Canvas,
    _ value: (FrameStep) -> Double?
  ) {
    canvas.fill(room, Palette.panel)
    let thickness = canvas.metrics.px(3)
    guard room.height >= thickness, room.width > 0 else { return }
    bins.reset(room.height / thickness)
    for age in 0..<trail.count {
      guard let value = value(trail.newest(age)) else { continue }
      bins.count(Int(y(value)) - room.y, of: room.height)
    }
    for (bin, count) in bins.counts.enumerated() where count > 0 {
      let share = Double(count) / Double(bins.most)
      let width = max(canvas.metrics.px(2), Int((share * Double(room.width)).rounded()))
      let y = room.y + room.height * bin / bins.counts.count
      let next = room.y + room.height * (bin + 1) / bins.counts.count
      let bar = PixelBox(x: room.x, y: y, width: width, height: max(1, next - y - 1))
      canvas.fill(bar.intersection(room), color)
    }
  }

  /// Where a step is: the newest ends at the right edge.
  private func x(_ age: Int) -> Double {
    Double(box.right) - Double(age) * Double(box.width) / Double(FrameTrail.capacity - 1)
  }

  /// What lies outside is drawn at the edge.
  private func y(_ value: Double) -> Double {
    let share = min(max((value - middle) / scale.reach, -1), 1)
    let half = Double(box.height) / 2 - 2
    return Double(box.y) + Double(box.height) / 2 - share * half
  }
}

/// Counts of a distribution, in memory that is kept from frame to frame.
struct BinCounts: Hashable, Sendable {
  private(set) var counts: [Int] = []
  /// The largest count; 0 where nothing was counted.
  private(set) var most = 0

  /// Begins anew with a number of bins.
  mutating func reset(_ bins: Int) {
    counts.removeAll(keepingCapacity: true)
    for _ in 0..<bins { counts.append(0) }
    most = 0
  }

  /// Counts something at `offset` of `length` pixels; what lies beyond counts at the edge.
  mutating func count(_ offset: Int, of length: Int) {
    guard length > 0, !counts.isEmpty else { return }
    let bin = min(max(offset * counts.count / length, 0), counts.count - 1)
    counts[bin] += 1
    most = max(most, counts[bin])
  }
}

/// How much a chart shows above and below its middle line: a round number, and a calm one.
///
/// It grows at once, and shrinks only where a good deal less will do: a chart that changes its scale
/// to and fro says nothing, and flashes.
struct ChartScale: Hashable, Sendable {
  /// Seconds that a chart may reach to either side: one, two, five and so on.
  static let steps = [
    0.000_05, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
  ]
  /// How much room is left beyond what is to be seen.
  static let margin = 1.3
  /// How much less must be enough before it shrinks.
  static let patience = 1.3

  /// Seconds from the middle to either edge.
  private(set) var reach = steps[0]

  /// Makes room for deviations of up to `seconds`.
  mutating func fit(_ seconds: Double) {
    reach = max(reach, Self.step(for: seconds * Self.margin))
    reach = min(reach, Self.step(for: seconds * Self.margin * Self.patience))
  }

  private static func step(for seconds: Double) -> Double {
    steps.first { $0 >= seconds } ?? steps[steps.count - 1]
  }

  /// The reach as an axis says it.
  var label: String {
    reach < 0.001
      ? "\(NumberText.fixed(reach * 1e6, 0)) \u{B5}s" : "\(NumberText.fixed(reach * 1e3, 0)) ms"
  }
}
