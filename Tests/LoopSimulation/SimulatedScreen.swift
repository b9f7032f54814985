// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// A display in simulated time, of any kind that a loop may encounter.
///
/// For each picture, the screen determines the time at which the picture is shown, and the time at
/// which presenting returns. All times are in nanoseconds.
package struct SimulatedScreen: Sendable {
  /// The times at which a picture can be shown.
  package enum Refresh: Hashable, Sendable {
    /// At the multiples of this many nanoseconds.
    case fixed(Double)
    /// As soon as the picture is ready, but at least this many nanoseconds after the previous one
    /// (VRR).
    case variable(shortest: Double)
    /// Immediately, without waiting.
    case free
  }

  /// The time at which presenting returns.
  package enum Return: CaseIterable, Sendable {
    /// When there is space in the queue, late by a mean of `lateness`.
    case late
    /// At a random time within a period after there is space.
    case random
    /// At a random time within a period before there is space.
    case early
    /// Immediately for every second picture.
    case pairs
    /// Immediately, although presenting claims to wait for the display.
    case atOnce
  }

  package var refresh: Refresh
  package var returns = Return.late
  /// The number of pictures that may wait to be shown, including the one being presented.
  package var depth = 1
  /// The mean lateness of returns; the lateness is distributed exponentially.
  package var lateness = 0.0
  /// The time before a refresh at which a compositor takes the picture; 0 without a compositor.
  package var deadline = 0.0
  /// The largest deviation of `deadline` to either side; deviations are distributed uniformly.
  package var jitter = 0.0
  /// The graphics processor's drawing time per picture.
  package var gpu = 0.0
  /// The largest deviation of `gpu` to either side, as a share of it.
  package var gpuSpread = 0.0
  /// The number of refreshes for which each picture is shown at least, in turn: `[2]` is half the
  /// display's rate, `[2, 3]` is film on a display of 60 Hz.
  package var holds = [1]
  /// The chance of a picture that the compositor takes late, and the longest delay.
  package var spikes = (chance: 0.0, longest: 0.0)
  private var shown: [Double] = []
  private var gpuFree = 0.0
  private var count = 0

  package init(_ refresh: Refresh, returns: Return = .late, lateness: Double = 0) {
    (self.refresh, self.returns, self.lateness) = (refresh, returns, lateness)
  }

  /// The display's period; the shortest one if it is variable.
  package var period: Double {
    switch refresh {
    case .fixed(let period), .variable(let period): period
    case .free: 0
    }
  }

  /// Presents a picture.
  package mutating func present(
    at drawn: Double, _ random: inout SeededRandom
  ) -> (returned: Double, shown: Double) {
    count += 1
    let share = gpuSpread > 0 ? random.double(in: -gpuSpread...gpuSpread) : 0
    var ready = max(drawn, gpuFree) + gpu * (1 + share)
    gpuFree = ready
    if spikes.chance > 0, random.chance(spikes.chance) {
      ready += random.double(in: 0...spikes.longest)
    }
    let deadline = deadline + (jitter > 0 ? random.double(in: -jitter...jitter) : 0)
    let before = shown.last ?? -1e18
    let time: Double =
      switch refresh {
      case .free: ready
      case .variable(let shortest): max(ready, before + shortest)
      case .fixed(let period):
        period
          * max(
            ((ready + deadline) / period).rounded(.up),
            (before / period).rounded() + Double(holds[count % holds.count]))
      }
    shown = shown.suffix(depth) + [time]
    guard refresh != .free, returns != .atOnce else { return (drawn, time) }
    let room = shown.count >= depth ? shown[shown.count - depth] - deadline : drawn
    let late = lateness > 0 ? -log(1 - random.double(in: 0...0.999)) * lateness : 0
    let returned: Double =
      switch returns {
      case .late, .atOnce: room + late
      case .random: room + random.double(in: 0...1) * period
      case .early: room - random.double(in: 0...1) * period
      case .pairs: count % 2 == 0 ? room + late : drawn
      }
    return (max(returned, drawn), time)
  }
}
