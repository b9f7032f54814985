// SPDX-License-Identifier: Apache-2.0
//
// The functions that the page calls, and the values that it reads.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import DynamicRepeat

/// A simulated game's numbers for the page, eight bytes each, ordered as `runNames` in page.js.
struct RunView {
  /// The time of the last frame in seconds.
  var time = 0.0
  var shown = 0.0
  var handShown = 0.0
  /// The hand-written pulse's largest difference from the repeat, in cycles.
  var worstGap = 0.0
  /// The repeat's largest difference from the reference repeat, in cycles.
  var worstOwnGap = 0.0
  /// The most seconds from a cycle's end to the frame in which the hand-written pulse noticed it.
  var worstLateness = 0.0
  /// The number of cycle ends that shared a frame with an earlier cycle end.
  var missed = 0.0
  var ends = 0.0
  var handEnds = 0.0
  var lastEnd = 0.0
  var lastHandEnd = 0.0
}

/// The numbers of the two policies for the page, in the order of `answerNames` in page.js.
struct AnswerView {
  /// The value of `sin(time * speed)`, eased like the others.
  var sine = 0.0
  /// The seconds per cycle of that value, which jumps when they change.
  var sineDuration = 1.0
  var restart = 0.0
  var phase = 0.0
  /// The seconds until the present cycle of `restart` ends; 0 if no change of the rate waits for
  /// that end.
  var remaining = 0.0
}

nonisolated(unsafe) private var requests = Requests(repeating: Request())
nonisolated(unsafe) private var runs = InlineArray<3, FrameRun>(
  repeating: FrameRun(.fast, RepeatSettings()))
/// The reference repeat, which has no frames: it advances only to requests and to the current time.
nonisolated(unsafe) private var reference = RepeatController()
nonisolated(unsafe) private var restart = RepeatController()
nonisolated(unsafe) private var phase = RepeatController()
nonisolated(unsafe) private var views = InlineArray<3, RunView>(repeating: RunView())
nonisolated(unsafe) private var answers = AnswerView()
/// The seconds per cycle that were requested last, those of the sine, and how long it keeps them.
///
/// At most two cycles and one jump a second make at most three flashes.
nonisolated(unsafe) private var (requested, sineDuration, sineEnd) = (1.0, 1.0, 0.0)

private func policy(_ index: Int32) -> RatePolicy {
  switch index {
  case 0: .restartPerCycle
  case 1: .phaseMatched
  default: .phaseMatched(ramp: 0.5)
  }
}

/// Starts all pulses at time 0.
///
/// Policy 0 is restart per cycle, 1 is phase matched, and 2 is phase matched with a ramp.
@c public func page_begin(_ policyIndex: Int32, _ cycleDuration: Double) {
  var settings = RepeatSettings(rate: .cycleDuration(cycleDuration), policy: policy(policyIndex))
  requests = Requests(repeating: Request())
  (requested, sineDuration, sineEnd) = (cycleDuration, max(cycleDuration, 0.5), 0)
  runs = [FrameRun(.fast, settings), FrameRun(.slow, settings), FrameRun(.stalls, settings)]
  reference = running(settings)
  settings.policy = .restartPerCycle
  restart = running(settings)
  settings.policy = .phaseMatched
  phase = running(settings)
}

/// Requests a duration for all pulses.
///
/// The time must not be before that of the last request or of the last `page_advance`.
@c public func page_request(_ time: Double, _ cycleDuration: Double) {
  requested = cycleDuration
  requests.append(Request(time: time, cycleDuration: cycleDuration))
  advanceReferences(to: time)
  reference.request(cycleDuration)
  restart.request(cycleDuration)
  phase.request(cycleDuration)
}

/// Lets a game draw no frame before a time.
@c public func page_stall(_ index: Int32, _ end: Double) { runs[Int(index)].stallEnd = end }

/// Draws the frames of all games up to a time.
@c public func page_advance(_ time: Double) {
  advanceReferences(to: time)
  for index in 0..<3 {
    runs[index].advance(to: time, requests)
    runs[index].compare(with: reference, requests)
    views[index] = runs[index].view
  }
  let (first, second) = (restart.sample(at: time), phase.sample(at: time))
  let duration = max(requested, 0.5)
  if sineDuration != duration, time >= sineEnd { (sineDuration, sineEnd) = (duration, time + 1) }
  answers.sineDuration = sineDuration
  let turns = time / sineDuration
  answers.sine = progress(atPhase: turns - turns.rounded(.down))
  answers.restart = first.progress
  answers.phase = second.progress
  answers.remaining = restart.hasPendingRateChange ? (1 - first.position.phase) / first.hertz : 0
}

private func advanceReferences(to time: Double) {
  reference.advance(to: time) { _ in }
  restart.advance(to: time) { _ in }
  phase.advance(to: time) { _ in }
}

/// The numbers of a game.
///
/// Game 0 has 144 frames a second, game 1 has 30, and game 2 has gaps between frames.
@c public func page_run(_ index: Int32) -> UnsafeRawPointer {
  address(of: &views) + Int(index) * MemoryLayout<RunView>.stride
}

/// The numbers of the two policies.
@c public func page_answers() -> UnsafeRawPointer { address(of: &answers) }

/// The address of a global variable.
func address<Value>(of variable: UnsafePointer<Value>) -> UnsafeRawPointer {
  UnsafeRawPointer(variable)
}
