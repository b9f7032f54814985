// SPDX-License-Identifier: Apache-2.0

protocol FixedListElement: Hashable, Sendable, BitwiseCopyable {
  /// The element stored in unused slots.
  static var filler: Self { get }
}

/// A list of at most `capacity` elements, stored inline.
struct FixedList<let capacity: Int, Element: FixedListElement>: Sendable, BitwiseCopyable {
  private var elements = InlineArray<capacity, Element>(repeating: .filler)
  private var size: UInt8 = 0

  var count: Int { Int(size) }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == capacity }

  subscript(index: Int) -> Element {
    @inline(never) get { elements[index] }
    set { elements[index] = newValue }
  }

  /// - Precondition: The list is not full.
  mutating func append(_ element: Element) {
    elements[count] = element
    size += 1
  }

  mutating func remove(at index: Int) {
    size -= 1
    for later in index..<count { elements[later] = elements[later + 1] }
    elements[count] = .filler
  }

  mutating func removeAll() { self = FixedList() }
}

extension FixedList: Hashable {
  static func == (a: FixedList, b: FixedList) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a[index] != b[index] { return false }
    return true
  }

  func hash(into hasher: inout Hasher) {
    for index in 0..<count { hasher.combine(self[index]) }
  }
}
