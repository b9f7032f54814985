// SPDX-License-Identifier: Apache-2.0
//
// The code of the page's parts in each language; Tests/WebTests compiles and runs it.
"use strict";

const languages = { swift: "Swift", c: "C", cpp: "C++", python: "Python", lua: "Lua" };

const policyCode = {
  swift: { restart: ".restartPerCycle", phase: ".phaseMatched", ramp: ".phaseMatched(ramp: 0.5)" },
  c: { restart: "dr_restart_per_cycle()", phase: "dr_phase_matched(0)", ramp: "dr_phase_matched(0.5)" },
  python: { restart: "dr.restart_per_cycle()", phase: "dr.phase_matched()", ramp: "dr.phase_matched(0.5)" },
};
[policyCode.cpp, policyCode.lua] = [policyCode.c, policyCode.python];

// pkg-config and the loader search the user's own prefix only if these variables name it.
const prefixCode = `Sources/CDynamicRepeat/install --prefix "$HOME/.local"
export PKG_CONFIG_PATH="$HOME/.local/lib/pkgconfig\${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$HOME/.local/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`;
const installCode = {
  swift: `.package(name: "DynamicRepeat", path: "../DynamicRepeat")  // in Package.swift`,
  c: `${prefixCode}
cc game.c $(pkg-config --cflags --libs dynamicrepeat)`,
  cpp: `${prefixCode}
c++ -std=c++17 game.cpp $(pkg-config --cflags --libs dynamicrepeat)`,
  python: `Sources/CDynamicRepeat/install --wheel wheels
python3 -m pip install wheels/dynamic_repeat-*.whl`,
  lua: `Sources/CDynamicRepeat/install --lua mygame`,
};

// The code of each part of the page. `seconds` is the cycle duration that the slider requests, and `policy` is the
// chosen policy as code.
const code = {
  pulse: {
    swift: (policy, seconds) => `import DynamicRepeat

var pulse = RepeatController(cycleDuration: 2, policy: ${policy})
pulse.start()
// in each frame:
for event in pulse.advance(to: time) where event.isCycle { play(event.lateness) }
if isHurt { try pulse.setRate(.cycleDuration(${seconds})) }
let brightness = pulse.progress(at: time)`,
    c: (policy, seconds) => `#include <dynamic_repeat.h>

dr_repeat_def def = dr_default_repeat_def();
def.rate = dr_seconds(2), def.policy = ${policy};
dr_repeat pulse;
dr_repeat_init(&pulse, &def);
dr_repeat_start(&pulse, DR_NOW);
// in each frame:
dr_event event;
while (dr_repeat_next_event(&pulse, time_s, &event))
  if (event.kind == DR_EVENT_CYCLE) play(event.lateness_s);
if (is_hurt) dr_repeat_set_rate(&pulse, dr_seconds(${seconds}), DR_NOW);
dr_repeat_value(&pulse, time_s, &brightness);`,
    cpp: (policy, seconds) => `#include <dynamic_repeat.hpp>

dr_repeat_def def = dr_default_repeat_def();
def.rate = dr_seconds(2), def.policy = ${policy};
dynamic_repeat::repeat pulse(def);
pulse.start();
// in each frame:
for (const dr_event &event : pulse.events(time_s))
  if (event.kind == DR_EVENT_CYCLE) play(event.lateness_s);
if (is_hurt) pulse.set_rate(dr_seconds(${seconds}));
double brightness = pulse.value_or(time_s, 0);`,
    python: (policy, seconds) => `import dynamic_repeat as dr

pulse = dr.Repeat(rate=dr.seconds(2), policy=${policy})
pulse.start()
# in each frame:
for event in pulse.events(time_s):
    if event.kind == "cycle": play(event.lateness_s)
if is_hurt: pulse.set_rate(dr.seconds(${seconds}))
brightness = pulse.value(time_s)`,
    lua: (policy, seconds) => `local dr = require "dynamic_repeat"

local pulse = dr.Repeat{ rate = dr.seconds(2), policy = ${policy} }
pulse:start()
-- in each frame:
for event in pulse:events(time_s) do
  if event.kind == "cycle" then play(event.lateness_s) end
end
if is_hurt then pulse:set_rate(dr.seconds(${seconds})) end
local brightness = pulse:value(time_s)`,
  },
  danger: {
    swift: () => `var heart = RepeatController(cycleDuration: 1.6, policy: .phaseMatched)
heart.start()
// in each frame:
heart.advance(to: time)
if isHit {
  try heart.setRate(.cycleDuration(0.4))            // at once
  try heart.ramp(to: .cycleDuration(1.6), over: 4)  // and calms down
}
let brightness = heart.progress(at: time)`,
    c: () => `dr_repeat_def def = dr_default_repeat_def();
def.rate = dr_seconds(1.6), def.policy = dr_phase_matched(0);
dr_repeat_init(&heart, &def);
dr_repeat_start(&heart, DR_NOW);
// in each frame:
dr_repeat_advance(&heart, time_s);
if (is_hit) {
  dr_repeat_set_rate(&heart, dr_seconds(0.4), DR_NOW);   // at once
  dr_repeat_ramp(&heart, dr_seconds(1.6), 4, DR_NOW);    // and calms down
}
dr_repeat_value(&heart, time_s, &brightness);`,
    cpp: () => `dr_repeat_def def = dr_default_repeat_def();
def.rate = dr_seconds(1.6), def.policy = dr_phase_matched(0);
dynamic_repeat::repeat heart(def);
heart.start();
// in each frame:
heart.advance(time_s);
if (is_hit) {
  heart.set_rate(dr_seconds(0.4));   // at once
  heart.ramp(dr_seconds(1.6), 4);    // and calms down
}
double brightness = heart.value_or(time_s, 0);`,
  },
  sprite: {
    swift: (_, seconds) => `let settings = RepeatSettings(
  rate: .cycleDuration(2), autoreverses: false, pace: .linear)
var walk = try RepeatController(settings)
walk.start()
// in each frame:
walk.advance(to: time)
if isFaster { try walk.setRate(.cycleDuration(${seconds})) }  // from the next walk on
let picture = Int(walk.progress(at: time) * 8)`,
    c: (_, seconds) => `dr_repeat_def def = dr_default_repeat_def();
def.rate = dr_seconds(2), def.autoreverses = 0;
def.pace.kind = DR_CURVE_LINEAR;
dr_repeat_init(&walk, &def);
dr_repeat_start(&walk, DR_NOW);
// in each frame:
dr_repeat_advance(&walk, time_s);
if (is_faster) dr_repeat_set_rate(&walk, dr_seconds(${seconds}), DR_NOW);
int picture = (int)(dr_repeat_value_or(&walk, time_s, 0) * 8);`,
  },
  music: {
    swift: () => `var music = try BeatClock(beatsPerMinute: 96, at: 0)
var lamp = RepeatController(cycleDuration: 0.7, policy: .phaseMatched, now: 0)
lamp.start()
// when the tempo changes:
try music.setTempo(beatsPerMinute: tempo, at: time)
let bounds = try RateBounds(around: tempo / 60, within: 0.2)
try lamp.lock(to: music.line, within: bounds)
// in each frame:
lamp.advance(to: time)`,
    c: () => `dr_beat_clock_init(&music, 96, 0, 4);
dr_repeat_def def = dr_default_repeat_def();
def.rate = dr_seconds(0.7), def.policy = dr_phase_matched(0);
dr_repeat_init(&lamp, &def);
dr_repeat_start(&lamp, DR_NOW);
// when the tempo changes:
dr_beat_clock_set_tempo(&music, tempo, time_s);
dr_beat_clock_get_line(&music, &line);
dr_bounds bounds = dr_bounds_around(tempo / 60, 0.2);
dr_repeat_lock(&lamp, &line, &bounds);
// in each frame:
dr_repeat_advance(&lamp, time_s);`,
  },
  many: {
    swift: (policy) => `var lamps = (0..<1000).map { index in
  RepeatController(
    cycleDuration: 1 + Double(index) / 1000, policy: ${policy}, now: 0)
}
for index in lamps.indices { lamps[index].start() }
// in each frame:
for index in lamps.indices {
  lamps[index].advance(to: time)
  show(lamps[index].progress(at: time), index)
}`,
    c: (policy) => `dr_repeat_def def = dr_default_repeat_def();
def.policy = ${policy};
for (int i = 0; i < 1000; i++) {
  def.rate = dr_seconds(1 + i / 1000.0);
  dr_repeat_init(&lamps[i], &def);
  dr_repeat_start(&lamps[i], DR_NOW);
}
// in each frame:
for (int i = 0; i < 1000; i++) {
  dr_repeat_advance(&lamps[i], time_s);
  show(dr_repeat_value_or(&lamps[i], time_s, 0), i);
}`,
  },
};
for (const part of Object.values(code)) part.cpp ??= part.c;

// The code of a part in a language; the Swift code if the part has none in that language.
function codeFor(part, language) {
  const found = code[part][language] ? language : "swift";
  return code[part][found](policyCode[found][state.policy], durationOf(state.health).toFixed(2).replace(/\.?0+$/, ""));
}
