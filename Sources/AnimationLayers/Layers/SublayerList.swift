// SPDX-License-Identifier: Apache-2.0

/// The sublayers of a layer, in order.
///
/// Each layer stores its own index, so that a removal needs no search. The removal leaves a
/// vacancy, which the next read of ``layers`` closes; there are never more vacancies than layers.
struct SublayerList {
  /// The layers, and ``vacancy`` in place of removed layers.
  private var entries: [Layer] = []
  private var vacancyCount = 0
  /// Placeholder for removed layers; allocated with the first removal.
  private var vacancy: Layer?

  var count: Int { entries.count - vacancyCount }

  /// The layers, without vacancies.
  /// - Complexity: O(count) after a removal from the middle, else O(1).
  var layers: [Layer] {
    mutating get {
      close()
      return entries
    }
  }

  mutating func append(_ layer: Layer) {
    layer.indexInSuperlayer = entries.count
    entries.append(layer)
  }

  /// - Complexity: O(count), at the end O(1).
  mutating func insert(_ layer: Layer, at index: Int) {
    guard index < count else { return append(layer) }
    close()
    entries.insert(layer, at: index)
    for index in index..<entries.count { entries[index].indexInSuperlayer = index }
  }

  mutating func remove(_ layer: Layer) {
    let index = layer.indexInSuperlayer
    guard index < entries.count - 1 else {
      entries.removeLast()
      while vacancyCount > 0, entries.last === vacancy {
        entries.removeLast()
        vacancyCount -= 1
      }
      return
    }
    let vacancy = vacancy ?? Layer()
    self.vacancy = vacancy
    entries[index] = vacancy
    vacancyCount += 1
    if vacancyCount > entries.count / 2 { close() }
  }

  /// Removes and returns all layers; clears the superlayer of each layer, and changes nothing else
  /// in it.
  mutating func takeAll() -> [Layer] {
    let all = layers
    for layer in all { layer.superlayer = nil }
    self = SublayerList()
    return all
  }

  private mutating func close() {
    guard vacancyCount > 0 else { return }
    let vacancy = vacancy
    entries.removeAll { $0 === vacancy }
    vacancyCount = 0
    self.vacancy = nil
    for index in entries.indices { entries[index].indexInSuperlayer = index }
  }
}
