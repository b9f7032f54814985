// SPDX-License-Identifier: Apache-2.0

/// A list of objects in order, from which an object is removed in constant time.
///
/// Each object stores its own index. A removal leaves a vacancy, which the next read of
/// ``elements`` closes; there are never more vacancies than objects.
struct ObjectList<Element: ListedObject> {
  /// The objects, and ``vacancy`` in place of removed objects.
  private(set) var entries: [Element] = []
  private var vacancyCount = 0
  /// Placeholder for removed objects; allocated with the first removal.
  private var vacancy: Element?

  var count: Int { entries.count - vacancyCount }

  /// The objects, without vacancies.
  /// - Complexity: O(count) after a removal from the middle, else O(1).
  var elements: [Element] {
    mutating get {
      close()
      return entries
    }
  }

  mutating func append(_ element: Element) {
    element.indexInList = entries.count
    entries.append(element)
  }

  /// - Complexity: O(count), at the end O(1).
  mutating func insert(_ element: Element, at index: Int) {
    guard index < count else { return append(element) }
    close()
    entries.insert(element, at: index)
    for index in index..<entries.count { entries[index].indexInList = index }
  }

  mutating func remove(_ element: Element) {
    let index = element.indexInList
    guard index < entries.count - 1 else {
      entries.removeLast()
      while vacancyCount > 0, entries.last === vacancy {
        entries.removeLast()
        vacancyCount -= 1
      }
      return
    }
    let vacancy = vacancy ?? Element.makeVacancy()
    self.vacancy = vacancy
    entries[index] = vacancy
    vacancyCount += 1
    if vacancyCount > entries.count / 2 { close() }
  }

  /// Removes all objects that satisfy a condition.
  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    entries.removeAll { isRemoved($0) || $0 === vacancy }
    vacancyCount = 0
    vacancy = nil
    for index in entries.indices { entries[index].indexInList = index }
  }

  /// Removes and returns all objects.
  mutating func takeAll() -> [Element] {
    let all = elements
    self = ObjectList()
    return all
  }

  /// Removes the vacancies.
  mutating func close() {
    if vacancyCount > 0 { removeAll { _ in false } }
  }
}

/// An object of an ``ObjectList``.
protocol ListedObject: AnyObject {
  /// The object's index in its list.
  var indexInList: Int { get set }
  /// An object to put in place of removed ones.
  static func makeVacancy() -> Self
}
