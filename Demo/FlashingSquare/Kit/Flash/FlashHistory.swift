// SPDX-License-Identifier: Apache-2.0

/// What a flasher showed in the last seconds: a ring of samples, a ring of marks, no allocation.
struct FlashHistory: Sendable {
  /// Seconds that a chart shows.
  static let span = 10.0
  /// Samples kept: one each 4 ms at most.
  ///
  /// Frames that come faster are left out between.
  static let capacity = 2400
  /// Marks kept: at three cycles and ten orders a second more than the span needs.
  static let markCapacity = 256

  /// One frame.
  struct Sample: Hashable, Sendable {
    /// Seconds.
    var time: Double
    /// What was shown, 0...1.
    var value: Double
    /// Cycles per second in effect.
    var hertz: Double
    /// Cycles per second asked for.
    var askedHertz: Double
    /// The mode in which it was shown; nil where there are no modes.
    var mode: DemoMode?
  }

  /// Something that happened at a time.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A duration was ordered; how far the value jumped by that, 0...1.
      case order(jump: Double)
      /// A cycle began.
      case cycle
    }

    /// Seconds.
    var time: Double
    var kind: Kind
  }

  private(set) var samples = Ring<Sample>(capacity: capacity)
  private(set) var marks = Ring<Mark>(capacity: markCapacity)

  mutating func record(_ sample: Sample) {
    guard let last = samples.last else { return samples.append(sample) }
    let passed = sample.time - last.time
    if passed == 0 {
      // The same frame again, after an order.
      samples.replaceLast(with: sample)
    } else if passed >= Self.span / Double(Self.capacity) {
      samples.append(sample)
    }
  }

  mutating func mark(_ kind: Mark.Kind, at time: Double) {
    marks.append(Mark(time: time, kind: kind))
  }
}

/// A queue of bounded length: what is too old falls out.
struct Ring<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var start = 0
  let capacity: Int

  /// An empty ring for `capacity` elements.
  init(capacity: Int) {
    precondition(capacity > 0, "a ring of \(capacity) elements: at least 1")
    self.capacity = capacity
    elements.reserveCapacity(capacity)
  }

  var count: Int { elements.count }
  var last: Element? { count > 0 ? self[count - 1] : nil }

  /// The element at a place, counted from the oldest.
  subscript(place: Int) -> Element {
    let index = start + place
    return elements[index < elements.count ? index : index - elements.count]
  }

  /// - Precondition: The ring is not empty.
  mutating func replaceLast(with element: Element) {
    precondition(count > 0, "replaceLast: the ring is empty")
    let index = start + count - 1
    elements[index < elements.count ? index : index - elements.count] = element
  }

  mutating func append(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
    } else {
      elements[start] = element
      start = start + 1 == capacity ? 0 : start + 1
    }
  }
}
