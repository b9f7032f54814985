// SPDX-License-Identifier: Apache-2.0

/// What a flash showed in the last seconds: a ring of samples and one of events, no allocation.
struct FlashHistory: Sendable {
  /// Seconds that a chart shows.
  static let span = 10.0
  /// Samples kept: one each 4 ms at most.
  ///
  /// Frames that come faster are left out between.
  static let capacity = 2400
  /// Events kept: at three cycles and ten rate changes a second more than the span needs.
  static let eventCapacity = 256

  /// One frame.
  struct Sample: Hashable, Sendable {
    /// Seconds.
    var time: Double
    /// What was shown, 0...1.
    var value: Double
    /// Cycles per second in effect.
    var hertz: Double
    /// Cycles per second requested.
    var requestedHertz: Double
    /// The mode in which it was shown; nil where there are no modes.
    var mode: DemoMode?
  }

  /// Something that happened at a time.
  struct Event: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A rate was requested; how far the value jumped by that, 0...1.
      case rateChange(jump: Double)
      /// A cycle began.
      case cycle
    }

    /// Seconds.
    var time: Double
    var kind: Kind
  }

  private(set) var samples = Ring<Sample>(capacity: capacity)
  private(set) var events = Ring<Event>(capacity: eventCapacity)

  mutating func record(_ sample: Sample) {
    let spacing = Self.span / Double(Self.capacity)
    guard samples.last.map({ sample.time - $0.time >= spacing }) ?? true else { return }
    samples.append(sample)
  }

  /// Notes what shows in a scene that has no rate to draw.
  mutating func record(_ value: Double, at time: Double) {
    record(Sample(time: time, value: value, hertz: 0, requestedHertz: 0))
  }

  mutating func note(_ kind: Event.Kind, at time: Double) {
    events.append(Event(time: time, kind: kind))
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
  subscript(position: Int) -> Element {
    let index = start + position
    return elements[index < elements.count ? index : index - elements.count]
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
