// SPDX-License-Identifier: Apache-2.0

/// A position at a known time.
@usableFromInline
package struct Anchor: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var time: Ticks
  @usableFromInline package var position: Position

  package init(time: Ticks, position: Position) { (self.time, self.position) = (time, position) }
}
