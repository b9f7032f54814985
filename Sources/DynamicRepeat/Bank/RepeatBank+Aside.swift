// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// The side table. While a repeat is in it, the rate word of its master is its index there, and the
// phase of its master is where it stood in the last frame.

extension RepeatBank {
  /// Where a repeat stands in the side table, if it does.
  func asideIndex(of index: Int) -> Int? {
    let (block, place) = locate(index)
    return block.state[place].isAside ? block.master[place].index : nil
  }

  mutating func setAside(_ index: Int, at time: Double) {
    let (block, place) = locate(index)
    let repeating = AsideRepeat(
      index: index, word: block.master[place], state: block.state[place], at: time)
    block.state[place].set(PlaceState.aside | PlaceState.still, true)
    block.master[place].index = aside.count
    aside.append(repeating)
    show(aside.count - 1, at: time)
  }

  /// Takes a repeat out of the table; its master has to be told anew.
  mutating func removeAside(of index: Int) {
    guard let position = asideIndex(of: index) else { return }
    if aside[position].isListening { listenerCount -= 1 }
    let last = aside.removeLast()
    guard position < aside.count else { return }
    aside[position] = last
    let (block, place) = locate(last.index)
    block.master[place].index = position
  }

  /// Back to the master, if it can tell all again.
  mutating func foldIfPlain(_ position: Int) {
    guard aside[position].isPlain else { return show(position, at: aside[position].controller.now) }
    let index = aside[position].index
    let (block, place) = locate(index)
    let (word, state) = aside[position].folded(block.state[place])
    removeAside(of: index)
    block.master[place] = word
    block.state[place] = state
    block.refreshHot(place)
  }

  /// Moves all in the table to a frame's time, and takes what they report.
  mutating func moveAside(to time: Double) {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    // Backwards, as folding one puts the last one in its place.
    for position in stride(from: aside.count - 1, through: 0, by: -1) {
      if time >= aside[position].controller.now {
        aside[position].controller.moveOn(to: time)
        if aside[position].isListening { takeEvents(position) }
        foldIfPlain(position)
      } else {
        show(position, at: time)
      }
    }
    events.putInOrder()
  }

  /// Where it stands goes into the arrays from which the frame is evaluated.
  private func show(_ position: Int, at time: Double) {
    let (block, place) = locate(aside[position].index)
    let phase = aside[position].phase(at: time)
    block.master[place].stillPhase = ExactPhase(asked: phase)
    block.refreshHot(place)
  }
}
