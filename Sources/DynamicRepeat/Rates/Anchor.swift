// SPDX-License-Identifier: Apache-2.0

/// A position at a known time.
@usableFromInline
struct Anchor: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline var time: Ticks
  @usableFromInline var position: Position
}
