// SPDX-License-Identifier: Apache-2.0

/// A measure of a strategy.
///
/// The definitions use these terms. The "range" is the distance between the two states, 1. "Motion"
/// is a strategy's position as a function of time, also between frames. "The ideal" is the integral
/// of the requested rates, each in effect from its exact time. "Its own rule" is the strategy's
/// intended rule, computed exactly: the ideal, rate changes at exact cycle ends, or exact ramps.
/// The library's controller computes the rules for cycle ends and ramps; its tests compare the
/// controller with integer arithmetic.
package enum Measure: String, CaseIterable, Sendable {
  /// Largest jump of the value at one instant, as a part of the range.
  case valueJump = "value_jump"
  /// Largest jump of the value's speed at one instant, in ranges per second.
  case slopeKink = "slope_kink"
  /// Mean time in seconds from a rate change until its rate is reached.
  case delayMean = "delay_mean_s"
  /// Longest time in seconds from a rate change until its rate is reached.
  case delayWorst = "delay_worst_s"
  /// Largest error in milliseconds of the time at which a cycle begins.
  case boundaryError = "boundary_error_ms"
  /// Largest change of the value from one frame to the next, as a part of the range.
  case largestStep = "largest_step"
  /// Cycles run minus those of the ideal; negative if cycles are lost.
  case cyclesGained = "cycles_gained"
  /// Cycles per hour by which the strategy runs ahead of its own rule.
  case driftPerHour = "drift_per_hour"
  /// Distance in cycles between the strategy's last phase and that of its own rule.
  case endPhaseError = "end_phase_error"
  /// Cycle boundaries passed in a frame that did not report them.
  case eventsMissed = "events_missed"
  /// Events reported again for cycle boundaries that had been passed before.
  case eventsDoubled = "events_doubled"

  /// The column heading; at most nine characters.
  package var title: String { texts.title }

  /// The unit; at most nine characters.
  package var unit: String { texts.unit }

  /// The definition for legends, in one sentence.
  package var definition: String { texts.definition }

  private var texts: (title: String, unit: String, definition: String) {
    switch self {
    case .valueJump:
      (
        "jump", "range",
        "Largest jump of the value where the motion changes: the value just after minus the value"
          + " just before, as a part of the range from one state to the other."
      )
    case .slopeKink:
      (
        "kink", "range/s",
        "Largest jump of the value's speed where the motion changes, in ranges per second."
      )
    case .delayMean:
      (
        "delay", "s",
        "Mean time in seconds from a rate change until the rate in effect has reached the requested"
          + " rate, or one requested later; for a rate that is never reached, until the last frame."
      )
    case .delayWorst:
      (
        "worst", "s",
        "Longest time in seconds from a rate change until its rate is reached, counted as for the"
          + " mean. Under a rate change in each frame, it is the lag of a ramp."
      )
    case .boundaryError:
      (
        "boundary", "ms",
        "Largest error in milliseconds of the position at a frame that enters a cycle, compared"
          + " with a prediction from the previous frame at the rates in effect; frames with a rate"
          + " change or in a ramp are left out."
      )
    case .largestStep:
      (
        "step", "range",
        "Largest change of the value from one frame to the next, as a part of the range."
      )
    case .cyclesGained:
      (
        "cycles", "cycle",
        "Cycles run up to the last frame minus those of the ideal, the integral of the requested"
          + " rates, each in effect from its exact time on; negative if cycles are lost."
      )
    case .driftPerHour:
      (
        "drift", "cycle/h",
        "Cycles by which a strategy runs ahead of its own rule computed exactly, per hour of frames"
          + " without rate changes. For restarts, the rule is exact cycle ends; for ramps, exact"
          + " ramps; for other strategies, the ideal."
      )
    case .endPhaseError:
      (
        "phase", "cycle",
        "Distance in cycles, -0.5 to 0.5, between the strategy's phase and that of its own rule"
          + " computed exactly, at the last frame."
      )
    case .eventsMissed:
      (
        "missed", "events",
        "Cycle boundaries that the motion ran or jumped past for the first time in its direction,"
          + " in a frame that did not report them."
      )
    case .eventsDoubled:
      (
        "doubled", "events",
        "Events reported in frames for cycle boundaries that the motion had passed before in its"
          + " direction."
      )
    }
  }
}

/// The figures of one strategy, by measure.
package struct Figures: Hashable, Sendable {
  private var values: [Measure: Double] = [:]

  /// A set without figures.
  package init() {}

  /// The figure in the measure's unit; `nil` if the run has none, such as a delay without rate
  /// changes.
  package subscript(measure: Measure) -> Double? {
    get { values[measure] }
    set { values[measure] = newValue }
  }
}
