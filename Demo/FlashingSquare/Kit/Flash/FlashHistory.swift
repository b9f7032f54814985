// SPDX-License-Identifier: Apache-2.0

/// The last seconds of a motion: samples and marks, oldest first.
struct FlashHistory: Sendable {
  /// The seconds that a chart shows.
  static let span = 6.0
  /// The largest number of samples.
  ///
  /// There is at most one sample per 4 ms; frames in between are dropped.
  static let capacity = 1500
  /// The largest number of marks, which is more than fit into the span.
  static let markCapacity = 64

  /// One frame.
  struct Sample: Hashable, Sendable {
    /// Seconds.
    var time: Double
    /// The value shown, 0...1.
    var value: Double
  }

  /// A request or a change, and its time.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A request for a cycle duration, in seconds.
      case request(Double)
      /// Another change, and the resulting jump of the value, 0...1.
      case change(jump: Double)
    }

    /// Seconds.
    var time: Double
    var kind: Kind
  }

  private(set) var samples: [Sample] = []
  private(set) var marks: [Mark] = []

  mutating func record(_ value: Double, at time: Double) {
    let spacing = Self.span / Double(Self.capacity)
    guard samples.last.map({ time - $0.time >= spacing }) ?? true else { return }
    samples.append(Sample(time: time, value: value), keeping: Self.capacity)
  }

  mutating func note(_ kind: Mark.Kind, at time: Double) {
    let mark = Mark(time: time, kind: kind)
    // A drag makes a request in each frame; only the last one is kept.
    if case .request = kind, let last = marks.last, case .request = last.kind,
      time - last.time < Self.dragSeconds
    {
      marks[marks.count - 1] = mark
    } else {
      marks.append(mark, keeping: Self.markCapacity)
    }
  }

  private static let dragSeconds = 0.35
}

extension Array {
  /// Appends an element.
  ///
  /// Drops the oldest if there would be more than `limit`.
  mutating func append(_ element: Element, keeping limit: Int) {
    if count == limit { removeFirst() }
    append(element)
  }
}
