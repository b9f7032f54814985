// SPDX-License-Identifier: Apache-2.0

/// The layers in a layer, in order.
///
/// Each layer keeps its own index, so that it is taken out without a search and leaves a vacancy,
/// which the next reading of ``layers`` closes; there are never more vacancies than layers.
struct SublayerList {
  /// Layers, and ``vacancy`` where one was taken out.
  private var entries: [Layer] = []
  private var vacancyCount = 0
  /// Fills the index of a removed layer; made with the first vacancy.
  private var vacancy: Layer?

  var count: Int { entries.count - vacancyCount }

  /// The layers without vacancies.
  /// - Complexity: O(count) after a removal from between others, else O(1).
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

  /// Takes all layers out; they are in none then, and else as they were.
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
