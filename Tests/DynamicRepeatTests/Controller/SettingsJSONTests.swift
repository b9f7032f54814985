// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FoundationEssentials
import Testing

/// Settings as JSON that a person writes.
@Suite struct SettingsJSONTests {
  private func read(_ text: String) throws -> RepeatSettings {
    try JSONDecoder().decode(RepeatSettings.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    ("{}", RepeatSettings()),
    (#"{"repeatCount": null, "returnPace": null, "marks": null, "hertz": null}"#, RepeatSettings()),
    (
      #"{"cycleDuration": 0.7, "policy": "phaseMatched", "repeatCount": 3}"#,
      RepeatSettings(rate: .cycleDuration(0.7), policy: .phaseMatched, repeatCount: 3)
    ),
    (
      """
      {"hertz": 2, "policy": {"phaseMatched": {"ramp": 0.3}}, "autoreverses": false,
       "pace": {"cubicBezier": [0.2, 0, 0, 1]}, "returnPace": {"steps": 4, "jump": "start"},
       "repeatDelay": 0.1, "startPhase": 0.5, "restState": "lastValue", "reporting": "all",
       "marks": [0.2, 0.7], "maxFlashRate": 3}
      """,
      RepeatSettings(
        rate: .hertz(2), policy: .phaseMatched(ramp: 0.3), autoreverses: false,
        pace: .cubicBezier(0.2, 0, 0, 1), returnPace: .steps(4, .start), repeatDelay: 0.1,
        startPhase: 0.5, restState: .lastValue, reporting: .all, marks: [0.2, 0.7],
        maxFlashRate: 3)
    ),
    (
      #"{"pace": "default", "returnPace": {"steps": 3}}"#,
      RepeatSettings(pace: .default, returnPace: .steps(3))
    ),
  ])
  func `settings are read with defaults, and read again as written`(
    text: String, settings: RepeatSettings
  ) throws {
    #expect(try read(text) == settings)
    let written = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(RepeatSettings.self, from: written) == settings)
    #expect(!String(decoding: written, as: UTF8.self).contains("_0"))
  }

  @Test func `a policy needs no written type`() {
    var policy = RatePolicy.phaseMatched
    #expect(policy == .phaseMatched(ramp: 0))
    policy = .phaseMatched(ramp: 1)
    #expect(policy != .phaseMatched)
  }

  @Test func `the default settings are written without what is infinite`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(RepeatSettings()), as: UTF8.self) == """
        {"autoreverses":true,"cycleDuration":1,"pace":"easeInEaseOut","policy":"restartPerCycle",\
        "repeatDelay":0,"reporting":"counted","restState":"defaultState","startPhase":0}
        """)
  }

  @Test(arguments: [
    (#"{"repeatcount": 3}"#, #""repeatcount" is not a key of settings: write "cycleDuration", "#),
    (#"{"rate": 3}"#, #""hertz""#),
    (#"{"hertz": 2, "cycleDuration": 3}"#, #"either "cycleDuration", in seconds, or "hertz""#),
    (#"{"policy": "phase_matched"}"#, #"write "restartPerCycle", "phaseMatched""#),
    (#"{"policy": {"phaseMatched": {"seconds": 1}}}"#, #"write "ramp""#),
    (#"{"policy": {"phaseMatched": {"_0": 1}}}"#, #""_0" is not a key"#),
    (#"{"policy": {}}"#, "phaseMatched"),
    (#"{"pace": "easein"}"#, #"write "linear", "easeIn""#),
    (#"{"pace": {"cubicBezier": [0, 1]}}"#, "[x1, y1, x2, y2]"),
    (#"{"pace": {"cubicBezier": [0, 0, 1, 1], "jump": "end"}}"#, "[x1, y1, x2, y2]"),
    (#"{"restState": 1}"#, "restState"),
    (#"{"repeatCount": "3"}"#, "repeatCount"),
  ])
  func `an error names what is wrong and what to write`(text: String, words: String) throws {
    let error = try #require(throws: DecodingError.self) { try read(text) }
    let said = String(describing: error).replacing("\\\"", with: "\"")
    #expect(said.contains(words), "\(said)")
  }
}
