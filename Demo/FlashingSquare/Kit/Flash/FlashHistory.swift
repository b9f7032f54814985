// SPDX-License-Identifier: Apache-2.0

/// The last seconds of a motion: a ring of samples and one of marks, no allocation.
struct FlashHistory: Sendable {
  /// Seconds that a chart shows.
  static let span = 6.0
  /// Samples kept: one each 4 ms at most; frames that come faster are left out between.
  static let capacity = 1500
  /// Marks kept: more than the span has room for.
  static let markCapacity = 64

  /// One frame.
  struct Sample: Hashable, Sendable {
    /// Seconds.
    var time: Double
    /// The value shown, 0...1.
    var value: Double
  }

  /// Something that was asked for at a time.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A cycle of this duration, in seconds.
      case request(Double)
      /// Another change; how far the value jumped by it, 0...1.
      case change(jump: Double)
    }

    /// Seconds.
    var time: Double
    var kind: Kind
  }

  private(set) var samples = Ring<Sample>(capacity: capacity)
  private(set) var marks = Ring<Mark>(capacity: markCapacity)

  mutating func record(_ value: Double, at time: Double) {
    let spacing = Self.span / Double(Self.capacity)
    guard samples.last.map({ time - $0.time >= spacing }) ?? true else { return }
    samples.append(Sample(time: time, value: value))
  }

  mutating func note(_ kind: Mark.Kind, at time: Double) {
    let mark = Mark(time: time, kind: kind)
    // A drag asks in each frame: its last request is the one to read.
    if case .request = kind, let last = marks.last, case .request = last.kind,
      time - last.time < Self.dragSeconds
    {
      marks.replaceLast(with: mark)
    } else {
      marks.append(mark)
    }
  }

  private static let dragSeconds = 0.35

  /// The value shown at a time, between the frames before and after it; `nil` outside the history.
  func value(at time: Double) -> Double? {
    guard let next = samples.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
    let (a, b) = (samples[next - 1], samples[next])
    return a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time)
  }
}

/// A queue of bounded length, the oldest first: what is too old falls out.
struct Ring<Element: Sendable>: RandomAccessCollection, Sendable {
  private var elements: [Element] = []
  private var start = 0
  let capacity: Int

  /// An empty ring for `capacity` elements.
  init(capacity: Int) {
    precondition(capacity > 0, "a ring of \(capacity) elements: at least 1")
    self.capacity = capacity
    elements.reserveCapacity(capacity)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  /// The element at a position, counted from the oldest.
  subscript(position: Int) -> Element { elements[slot(position)] }

  private func slot(_ position: Int) -> Int {
    let index = start + position
    return index < elements.count ? index : index - elements.count
  }

  mutating func append(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
    } else {
      elements[start] = element
      start = start + 1 == capacity ? 0 : start + 1
    }
  }

  /// - Precondition: It is not empty.
  mutating func replaceLast(with element: Element) { elements[slot(count - 1)] = element }
}
