// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import FoundationEssentials

let short = """
  {"cycleDuration": 0.7, "policy": "phaseMatched", "repeatCount": 3}
  """
let long = """
  {"hertz": 2, "policy": {"phaseMatched": {"ramp": 0.3}}, "autoreverses": false,
   "pace": {"cubicBezier": [0.2, 0, 0, 1]}, "returnPace": {"steps": 4, "jump": "start"},
   "repeatDelay": 0.1, "startPhase": 0.5, "restState": "lastValue", "reporting": "all",
   "marks": [0.2, 0.7], "maxFlashRate": 3}
  """
for text in [short, long] {
  let settings = try JSONDecoder().decode(RepeatSettings.self, from: Data(text.utf8))
  print(settings.rate.cycleDuration, settings.repeatCount, settings.marks.count)
}

// Output: 0.7 3.0 0 0.5 inf 2
