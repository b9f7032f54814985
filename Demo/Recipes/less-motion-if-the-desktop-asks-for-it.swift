// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import Glibc

// Recipe:
/// Whether the first line that a command prints contains a text.
func answer(_ command: String, contains text: String) -> Bool {
  guard let output = popen(command + " 2>/dev/null", "r") else { return false }
  defer { pclose(output) }
  var line = [CChar](repeating: 0, count: 80)
  return fgets(&line, 80, output) != nil && strstr(line, text) != nil
}

/// The desktop's setting: the settings portal's key or, on older desktops, GNOME's.
func wantsLessMotion() -> Bool {
  let portal = "org.freedesktop.portal"
  let call = "gdbus call --session --timeout 1 --dest \(portal).Desktop"
  let key = "--method \(portal).Settings.ReadOne org.freedesktop.appearance reduced-motion"
  let path = "--object-path /org/freedesktop/portal/desktop"
  return answer("\(call) \(path) \(key)", contains: "uint32 1")
    || answer("gsettings get org.gnome.desktop.interface enable-animations", contains: "false")
}

struct Lamp {
  var flash = RepeatController()
  let isStill = wantsLessMotion()  // read once, at the start

  mutating func frame(at time: Double) -> Double {
    for event in flash.advance(to: time) where event.isCycle { count(event) }  // as ever
    return isStill ? 0.5 : flash.progress(at: time)  // a steady light instead of the flash
  }
}
// End of recipe.

func count(_ event: RepeatEvent) { print("cycle") }

var lamp = Lamp()
lamp.flash.start()
for frame in 0...4 { print(Int((lamp.frame(at: Double(frame) / 4) * 100).rounded())) }

// Output: 50 50 50 50 cycle 50
