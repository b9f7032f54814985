// SPDX-License-Identifier: Apache-2.0

protocol FixedListElement: Hashable, Sendable, BitwiseCopyable {
  /// The element stored in unused slots.
  static var filler: Self { get }
  var isFiller: Bool { get }
}

/// A list of at most `capacity` elements, stored inline.
struct FixedList<let capacity: Int, Element: FixedListElement>: Sendable, BitwiseCopyable {
  private var elements = InlineArray<capacity, Element>(repeating: .filler)

  var count: Int {
    var count = 0
    while count < capacity, !elements[count].isFiller { count += 1 }
    return count
  }

  @inline(__always) var isEmpty: Bool { elements[0].isFiller }
  var isFull: Bool { !elements[capacity - 1].isFiller }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
    set { elements[index] = newValue }
  }

  /// - Precondition: The list is not full.
  mutating func append(_ element: Element) { elements[count] = element }

  mutating func remove(at index: Int) {
    var index = index
    while index < capacity - 1, !elements[index].isFiller {
      elements[index] = elements[index + 1]
      index += 1
    }
    elements[index] = .filler
  }

  mutating func removeAll() { self = FixedList() }
}

extension FixedList: Hashable {
  static func == (a: FixedList, b: FixedList) -> Bool {
    for index in 0..<capacity where a.elements[index] != b.elements[index] { return false }
    return true
  }

  func hash(into hasher: inout Hasher) {
    for index in 0..<count { hasher.combine(elements[index]) }
  }
}

/// Bytes between two fields, always 0.
///
/// Swift leaves padding undefined, and a C program may compare or write every byte of a structure.
struct Unused<let count: Int>: Hashable, Sendable, BitwiseCopyable {
  private var bytes = InlineArray<count, UInt8>(repeating: 0)

  static func == (a: Unused, b: Unused) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
