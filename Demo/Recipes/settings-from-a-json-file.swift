// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import FoundationEssentials

let path = FileManager.default.temporaryDirectory.appending(path: "alarm.json").path
let text = #"{"cycleDuration": 0.7, "policy": "phaseMatched", "repeatCount": 3}"#
try Data(text.utf8).write(to: URL(filePath: path))

// Recipe:
let json = try Data(contentsOf: URL(filePath: path))
var alarm = try RepeatController(JSONDecoder().decode(RepeatSettings.self, from: json))
// End of recipe.

try FileManager.default.removeItem(atPath: path)
alarm.start()
alarm.advance(to: 0)
for event in alarm.advance(to: 3) where event.kind == .finished {
  print("finished after \(Int((event.time * 10).rounded())) tenths")
}

// Output: finished after 21 tenths
