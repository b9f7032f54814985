// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A still picture of an animation's timing: a strip of its progress over time.
///
/// Orange is progress 0 and blue is progress 1; white is where it is not in effect. Below the strip
/// there is a tick for each second, and under that the label.
///
/// ```swift
/// var timing = MediaTiming()
/// timing.duration = 1.5
/// let svg = TimingStrip(timing, seconds: 4, label: "duration=1.5").svg()
/// ```
/// Source: the figures of D. Rönnqvist, "Controlling Animation Timing" (2013).
struct TimingStrip: Sendable {
  /// When the animation runs; a begin time of 0 is the picture's left edge.
  var timing: MediaTiming
  /// The timing of the layer that the animation is in; by default it has no end.
  var layerTiming = MediaTiming(duration: .infinity)
  /// The pace of each leg; default linear.
  var timingFunction = TimingFunction.linear
  /// How much time the picture shows, from 0 on, in seconds.
  let seconds: Double
  /// What stands below.
  var label: String
  /// The colour of progress 0; default orange.
  var startColor = Color(sRGB8: 255, green: 149, blue: 0)
  /// The colour of progress 1; default blue.
  var endColor = Color(sRGB8: 0, green: 84, blue: 255)

  /// A picture of the first `seconds` of a timing.
  /// - Precondition: seconds is above 0 and at most 1000, so that ticks stay apart.
  init(_ timing: MediaTiming, seconds: Double, label: String) {
    precondition(
      seconds > 0 && seconds <= 1000,
      "a strip shows more than 0 and at most 1000 seconds, not \(seconds)")
    self.timing = timing
    self.seconds = seconds
    self.label = label
  }

  /// Where the animation is at a time, in the time of its layer.
  /// - Parameter time: Seconds from the left edge.
  func sample(at time: Double) -> MediaSample {
    guard layerTiming.duration < .infinity else {
      return timing.sample(at: time, timing: timingFunction)
    }
    let outer = layerTiming.sample(at: time)
    // What is in a layer that is not shown is not in effect, as long before or after.
    let inner =
      outer.isInEffect ? outer.localTime : (outer.stage == .before ? -.infinity : .infinity)
    return timing.sample(
      at: inner, timing: timingFunction, inReversedTime: outer.runsBackwards)
  }

  /// The strip's colour at a time; `nil` where the animation is not in effect.
  /// - Parameter time: Seconds from the left edge.
  func color(at time: Double) -> Color? {
    let sample = sample(at: time)
    guard sample.isInEffect else { return nil }
    return .interpolate(from: startColor, to: endColor, progress: sample.progress)
  }
}

// MARK: - Segments

extension TimingStrip {
  /// A part of the strip in one colour.
  struct Segment: Hashable, Sendable {
    /// The columns that it covers, counted from the left edge; not empty.
    let columns: Range<Int>
    /// Its colour.
    let color: Color
  }

  /// The strip cut into columns, each of the colour at its middle, neighbours of the same colour joined.
  ///
  /// From the left; where the animation is not in effect there is none. What ``svg(width:)`` shows, for
  /// programs that draw by themselves.
  /// - Parameter width: Columns of the whole strip; 1...10000.
  /// - Precondition: the width is in that range.
  /// - Complexity: O(width).
  func segments(width: Int) -> [Segment] {
    precondition((1...10_000).contains(width), "width \(width) must be in 1...10000")
    var segments: [Segment] = []
    var start = 0
    var color = color(ofColumn: 0, width: width)
    for column in 1...width {
      let next = column < width ? self.color(ofColumn: column, width: width) : nil
      if column < width, next?.hexText == color?.hexText { continue }
      if let color { segments.append(Segment(columns: start..<column, color: color)) }
      (start, color) = (column, next)
    }
    return segments
  }

  private func color(ofColumn column: Int, width: Int) -> Color? {
    color(at: (Double(column) + 0.5) * seconds / Double(width))
  }
}

// MARK: - SVG

extension TimingStrip {
  /// The picture as the text of an SVG file.
  ///
  /// The strip is drawn in the ``segments(width:)`` of columns one unit wide.
  /// - Parameter width: Of the strip in SVG units, 1...10000; default 480.
  /// - Precondition: the width is in that range.
  func svg(width: Int = 480) -> String {
    precondition((1...10_000).contains(width), "width \(width) must be in 1...10000")
    let height = Self.stripHeight + 40
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 \(width + 16) \(height + 16)" \
      width="\(width + 16)" height="\(height + 16)" shape-rendering="crispEdges">
      <rect x="0" y="0" width="\(width)" height="\(Self.stripHeight)" fill="#ffffff" \
      stroke="#999999" class="frame"/>

      """
    text += columns(width: width) + ticks(width: width)
    text += """
      <text x="0" y="\(Self.stripHeight + 34)" font-family="sans-serif" font-size="16" \
      fill="#333333">\(label.escapedForXML)</text>
      </svg>

      """
    return text
  }

  private static let stripHeight = 48

  private func columns(width: Int) -> String {
    segments(width: width).reduce(into: "") { text, segment in
      text += """
        <rect x="\(segment.columns.lowerBound)" y="0" width="\(segment.columns.count)" \
        height="\(Self.stripHeight)" fill="\(segment.color.hexText)"/>

        """
    }
  }

  private func ticks(width: Int) -> String {
    var text = ""
    for second in 0...Int(seconds) {
      let x = (Double(second) / seconds * Double(width) * 100).rounded() / 100
      text += """
        <line x1="\(x)" y1="\(Self.stripHeight + 4)" x2="\(x)" y2="\(Self.stripHeight + 14)" \
        stroke="#333333" class="tick"/>

        """
    }
    return text
  }
}

extension Color {
  /// `#rrggbb`, alpha left out.
  fileprivate var hexText: String {
    let bytes = sRGB8
    return "#" + [bytes.red, bytes.green, bytes.blue].map(Self.hex).joined()
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension String {
  /// With the characters that mean something in XML written as references.
  ///
  /// Control characters, which XML cannot hold, become the replacement character.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
