-- SPDX-License-Identifier: Apache-2.0
-- Tests the LuaJIT module; driver.lua tests the motion of repeats. Prints "fine" at the end.
local dr = require "dynamic_repeat"

local function same(found, expected)
  if found ~= expected then
    error(("found %s, expected %s"):format(tostring(found), tostring(expected)), 2)
  end
end

-- The call must fail with the library's status and text, and name a line of this file.
local function fails(status, text, call)
  local is_fine, found = pcall(call)
  assert(not is_fine and type(found) == "table", tostring(found))
  same(found.status, tonumber(status))
  assert(found.message:find(text, 1, true), found.message)
  assert(tostring(found):find("test_module.lua:%d+: "), tostring(found))
end

-- The call's error must name the invalid argument.
local function names(text, call)
  local is_fine, found = pcall(call)
  assert(not is_fine, "no error with " .. text)
  assert(tostring(found):find(text, 1, true), tostring(found))
  assert(tostring(found):find("test_module.lua:%d+: "), tostring(found))
end

local function running(fields)
  fields.now_s = 0
  local flash = dr.Repeat(fields)
  flash:start()
  return flash
end

local C, flash, loop = dr.C, running{}, dr.Loop()
flash:advance(5)
fails(C.DR_ERROR_RATE, "1e6", function() flash:set_rate(dr.hz(0 / 0)) end)
fails(C.DR_ERROR_PAST, "", function() flash:advance(4) end)
fails(C.DR_ERROR_PHASE, "", function() dr.Repeat{ start_phase = 1 } end)
fails(C.DR_ERROR_SAVED_STATE, "", function() dr.restore "x" end)
fails(dr.L.DR_LOOP_ERROR_SEQUENCE, "order", function() loop:presented() end)
fails(dr.L.DR_LOOP_ERROR_RATE, "1e6 Hz", function() dr.Loop{ display_hz = 0 / 0 } end)

-- Arguments of the wrong type: the error says what to write.
local music, some = dr.BeatClock{ beats_per_minute = 120, beats_per_bar = 3 }, dr.Bank()
local one, a_rate = some:add{ rate = dr.hz(1), time_s = 0 }, "rate must be dr.hz(2) or, in seconds per cycle, dr.seconds(2), but is 2"
names(a_rate, function() dr.Repeat{ rate = 2 } end)
names(a_rate, function() flash:set_rate(2) end)
names(a_rate, function() flash:ramp(2, 1) end)
names(a_rate, function() flash:schedule{ kind = "rate", rate = 2 } end)
names(a_rate, function() flash:arrive({ rate = 2 }, 9, dr.bounds(1, 2)) end)
names(a_rate, function() some:add{ rate = 2, time_s = 0 } end)
names(a_rate, function() some:set_rate(one, 2, dr.phase_matched(), 0) end)
names("policy must be dr.restart_per_cycle(), dr.phase_matched(0) or", function() dr.Repeat{ policy = "phase_matched" } end)
names("policy must be dr.restart_per_cycle(), dr.phase_matched(0) or", function() flash:set_policy(2) end)
names('dr.bezier(x1, y1, x2, y2) or dr.steps(4), but is "eas"', function() dr.Repeat{ pace = "eas" } end)
names("write dr.steps(4)", function() dr.Repeat{ pace = "steps" } end)
names('apply dr.Curve{ kind = "spring" }', function() dr.Repeat{ pace = "spring" } end)
names("step_count must be a whole number that fits its field, but is 4.5", function() dr.Curve{ step_count = 4.5 } end)
names("Repeat has no delay; it has autoreverses, rate, policy", function() dr.Repeat{ delay = 1 } end)
names("Curve has no masses; it has", function() dr.Curve{ kind = "spring", masses = 2 } end)
names("mass is a field of spring: write spring = { mass = 2 }", function() dr.Curve{ kind = "spring", mass = 2 } end)
names("write spring = { mass = 2 }", function() dr.Bank{ timing = { kind = "spring", mass = 2 } } end)
names("Repeat has no internal_check", function() dr.Repeat{ internal_check = 1 } end)
names("write dr.BeatClock{ beats_per_minute = 120, time_s = 0, beats_per_bar = 4 }", function() dr.BeatClock(0.5, 120) end)
names("BeatClock has no tempo: write dr.BeatClock{", function() dr.BeatClock{ tempo = 120 } end)
names("fraction must be a number", function() dr.bounds_around(2) end)
names("but is a BeatClock", function() flash:lock(music) end)
names("but is a Policy", function() flash:set_rate(dr.phase_matched(0)) end)
names("Repeat has no rat; it has autoreverses, rate, policy", function() dr.Repeat{ rat = 1 } end)
names("must be in a table", function() dr.Repeat(2) end)
names("autoreverses must be true or false", function() dr.Repeat{ autoreverses = "no" } end)
names("repeat_count must be a number, but is true", function() dr.Repeat{ repeat_count = true } end)
names("such as { 0.2, 0.7 }", function() dr.Repeat{ marks = 0.5 } end)
names('mode must be one of "at_cycle_end", "immediately", "freeze", but is "now"', function() flash:stop "now" end)
names('or { kind = "rate", rate = dr.hz(2) }', function() flash:schedule{ kind = "hold" } end)
names('the command "rate" needs rate', function() flash:schedule{ kind = "rate" } end)
names('the command "start" has no rate', function() flash:schedule{ kind = "start", rate = dr.hz(1) } end)
names("one of time_s, cycle and phase", function() flash:schedule({ kind = "start" }, { time_s = 7, phase = 0.5 }) end)
names("cycle must be a whole number", function() flash:schedule({ kind = "start" }, { cycle = 7.5 }) end)
names("is_silent must be true or false, but is 2", function() flash:seek(1, 0.5, 2) end)
names("cycle must be a whole number, such as 4, but is 1.5", function() flash:seek(1.5) end)
names("line must be the line() of a clock or another repeat", function() flash:lock(music) end)
names("bounds must be dr.bounds(1, 4), with rates in Hz, but is 2", function() flash:lock(music:line(), 2) end)
names("bounds must be dr.bounds(1, 4), with rates in Hz, but is nil", function() flash:arrive({}, 9) end)
names("time_s must be a number of seconds, but is \"soon\"", function() flash:events "soon" end)
names("time_s must be a number of seconds, but is nil", function() flash:value() end)
names("start takes time_s, but got 2 arguments", function() flash:start(7, 8) end)
names("call start with a colon", function() flash.start() end)
names("beat must be a whole number", function() music:time_of_beat(3.5) end)
names("write add{ rate = dr.hz(2), time_s = 0, phase = 0 }", function() some:add(dr.hz(1), 0, 0.5) end)
names("add takes a table", function() some:add({ rate = dr.hz(1), time_s = 0 }, 0.5) end)
names("add has no time", function() some:add{ rate = dr.hz(1), time = 0 } end)
names("the state must be a string that save() returned", function() dr.restore(3) end)
names("stops must be a list of { output, input }", function() dr.Curve{ stops = { 1 } } end)

-- An error of the library shows the arguments.
fails(C.DR_ERROR_REPEAT_COUNT, "the call had repeat_count=0", function() dr.Repeat{ repeat_count = 0 } end)
fails(C.DR_ERROR_MAX_FLASH, "math.huge means no limit", function() dr.Repeat{ max_flash_hz = 0 } end)
fails(C.DR_ERROR_MARKS, "in ascending order; the call had marks={ 0.7, 0.2 }", function() dr.Repeat{ marks = { 0.7, 0.2 } } end)
fails(C.DR_ERROR_MARKS, "at most four", function() dr.Repeat{ marks = { 0.1, 0.2, 0.3, 0.4, 0.5 } } end)
fails(C.DR_ERROR_RATE, "the call had rate=dr.hz(20000000)", function() flash:set_rate(dr.hz(2e7)) end)
local limited = running{ rate = dr.hz(1), max_flash_hz = 3 }
limited:advance(0.1)
local fast_music = dr.BeatClock{ beats_per_minute = 300 }
fails(C.DR_ERROR_FLASH_LIMIT, "such as line:times(1, 2)", function() limited:lock(fast_music:line()) end)
limited:lock(fast_music:line():times(1, 2))
-- A blink without an answer is an error, too.
local fresh = dr.Repeat()
fresh:start()
fails(C.DR_ERROR_NEVER_ADVANCED, "in each frame", function() fresh:is_on(1) end)
fails(C.DR_ERROR_PHASE, "duty=1.5", function() flash:is_on(5, 1.5) end)
fails(C.DR_ERROR_TIME, "", function() flash:is_on(0 / 0) end)

-- No text of an error names a function of C. The module makes each call with an object, a definition and memory.
local convert = require "dynamic_repeat_convert"
for _, status in ipairs{ -1, 99 } do
  local is_fine, found = pcall(convert.check, C, status)
  assert(not is_fine and found.message:find "not a status", tostring(found))
end
local never = { [1] = true, [3] = true, [4] = true, [20] = true }
same(tonumber(C.DR_ERROR_SETTINGS), 36)
for status = 1, 36 do
  local _, found = pcall(convert.check, C, status)
  for _, name in ipairs{ "dr_", "DR_", "_save", "_init", "_create", "INFINITY", "_move_timeline" } do
    assert(never[status] or not found.message:find(name, 1, true), found.message)
  end
end

-- The events up to a time: their number, and the last one of each kind.
local function read(flash, time_s)
  local count, last = 0, {}
  for event in flash:events(time_s) do count, last[event.kind] = count + 1, event end
  return count, last
end

-- Events: a command takes effect at its event; a loop that was left goes on; marks; errors.
local short, ends = running{ rate = dr.seconds(0.125), repeat_count = 1 }, {}
for frame = 0, 60 do
  for event in short:events(frame / 60) do
    if event.kind == "finished" then
      ends[#ends + 1] = event.time_s
      short:start()
    end
  end
end
same(#ends, 8)
for index = 1, 8 do same(ends[index], index / 8) end
local walk = running{
  rate = dr.seconds(1), autoreverses = false, marks = { 0.25, 0.75 }, repeat_delay_s = 0.5, reporting = "all",
}
local steps = {}
for event in walk:events(2) do
  steps[#steps + 1] = ("%s %s %s"):format(event.kind, event.mark, event.time_s)
  if event.kind == "mark" then break end
end
for event in walk:events(2) do steps[#steps + 1] = ("%s %s %s"):format(event.kind, event.mark, event.time_s) end
same(table.concat(steps, ", "),
  "started nil 0, mark 0 0.25, mark 1 0.75, cycle nil 1, delay_ended nil 1.5, mark 0 1.75")
fails(C.DR_ERROR_PAST, "the call had time_s=1", function() read(walk, 1) end)
same(walk:info().now_s, 2)

-- Copies, saved states, and another clock.
local fast = running{ rate = dr.hz(10), reporting = "all" }
fast:advance(0.05)
local copy = fast:copy()
assert(copy == fast and dr.restore(fast:save()) == fast)
same((read(fast, 100.04)), 2999)
same((read(copy, 100.04)), 2999)
assert(copy == fast and copy ~= flash)
local shown = fast:value(100.04)
fast:move_timeline(1.25)
same(fast:value(1.25), shown)

-- Locks, arrivals, beats, followers.
same(music:next_bar(1.3), 3)
same(music:time_of_beat(3), 1.5)
local follower = running{ rate = dr.hz(1.7) }
follower:advance(0.4)
follower:lock(music:line(), dr.bounds(1, 3))
same(follower:info().lock_state, "catching_up")
local _, last = read(follower, 9)
assert(last.locked)
assert(math.abs(follower:sample(9.125).position.phase - music:beat(9.125).phase) < 1e-12)
local beating = running{ rate = dr.hz(2) }
beating:lock(dr.BeatClock{ beats_per_minute = 120, time_s = 0.25 }:line(), dr.bounds_around(2, 0.2))
beating:advance(9)
same(beating:info().lock_state, "locked")
assert(math.abs(beating:sample(9.25).position.phase) < 1e-12)
local _, late = pcall(follower.arrive, follower, { phase = 0.5 }, 9.001, dr.bounds(1, 3))
same(late.status, tonumber(C.DR_ERROR_OUT_OF_REACH))
follower:arrive({ phase = 0.5 }, late.nearest_s, dr.bounds(1, 3))
local heard = dr.ClockFollower()
for frame = 0, 239 do assert(heard:add(frame / 60, frame / 60).is_used) end
same(heard:add(0, 0).is_used, false)
same(heard:info().state, "locked")
assert(math.abs(heard:position(4) - 4) < 1e-3)

-- A bank.
local bank = dr.Bank{ mode = "one_way", timing = { kind = "ease_in" } }
local members = {}
for index = 1, 10 do members[index] = bank:add{ rate = dr.hz(index), time_s = 0 } end
bank:set_rate(members[2], dr.hz(5), dr.phase_matched(), 0)
local values, number = bank:evaluate(0.125)
same(number, 10)
for index = 1, 10 do
  assert(math.abs(values[bank:slot(members[index])] - bank:value(members[index], 0.125)) < 1e-6)
end
bank:remove(members[3])
fails(C.DR_ERROR_HANDLE, "", function() bank:value(members[3], 0.125) end)
fails(C.DR_ERROR_HANDLE, "", function() bank:slot(members[3]) end)

-- The values of a bank stay when the bank is collected, grows, is restored or is closed. The memory of a bank of
-- this size is returned to the system when it is freed.
local function sum(values, number)
  local total = 0
  for index = 0, number - 1 do total = total + values[index] end
  return total
end
local function filled(number)
  local bank = dr.Bank{ room = number }
  for index = 1, number do bank:add{ rate = dr.hz(1), time_s = 0, phase = (index - 1) / number } end
  return bank
end
local function collect() for _ = 1, 3 do collectgarbage() end end
local kept, length = filled(100000):evaluate(0.25)
collect()
assert(math.abs(sum(kept, length) - 50000) < 1)
local growing = filled(5000)
local saved = growing:save()
local before, before_length = growing:evaluate(0.3)
local expected = sum(before, before_length)
local added
for _ = 1, 100000 do added = growing:add{ rate = dr.hz(3), time_s = 0.3, phase = 0.1 } end
collect()
local grown, grown_length = growing:evaluate(0.3)
same(grown_length, 105000)
assert(math.abs(grown[growing:slot(added)] - growing:value(added, 0.3)) < 1e-5)
same(sum(grown, 5000), expected)
local expected_grown = sum(grown, grown_length)
growing:restore(saved)
fails(C.DR_ERROR_SAVED_STATE, "", function() growing:restore(saved:sub(2)) end)
local latest, latest_length = growing:evaluate(0.4)
local expected_latest = sum(latest, latest_length)
growing:close()
growing:close()
names("this Bank is closed: make a new one", function() growing:evaluate(0.5) end)
collect()
same(latest_length, 5000)
same(sum(before, before_length), expected)
same(sum(grown, grown_length), expected_grown)
same(sum(latest, latest_length), expected_latest)
-- A bank that grows after each frame copies itself rarely, and reports when it is full.
local frames, banks, replaced = dr.Bank{ room = 1, capacity = 1000 }, {}, 0
for _ = 1, 1000 do
  frames:add{ rate = dr.hz(1), time_s = 0.1 }
  frames:evaluate(0.1)
  local name = tostring(frames._c)
  if not banks[name] then banks[name], replaced = frames._c, replaced + 1 end
end
assert(replaced < 10, replaced)
fails(C.DR_ERROR_FULL, "", function() frames:add{ rate = dr.hz(1), time_s = 0.1 } end)

local around = dr.bounds_around(2, 0.25)
same(around.minimum_hz, 1.5)
same(around.maximum_hz, 2.5)

-- Curves and virtual frames. A loop is closed twice; others are collected without being closed.
local soft = dr.Curve{ kind = "spring", spring = { stiffness = 50, damping = 5 } }
assert(soft:settling_duration() > dr.Curve{ kind = "spring" }:settling_duration())
same(dr.Curve{ kind = "stops", stops = { { 0, 0 }, { 3, 1 } } }:value(0.5), 1.5)
same(running{ rate = dr.hz(1), autoreverses = false, pace = { kind = "steps", step_count = 4, step_jump = "end" } }:value(0.3), 0.25)
same(running{ rate = dr.hz(1), autoreverses = false, pace = dr.steps(4) }:value(0.3), 0.25)
local virtual = dr.Loop{ timing = "virtual", rate_hz = 50 }
for number = 0, 99 do
  same(virtual:wait(), 0)
  local frame = virtual:begin()
  same(frame.number, number)
  same(frame.time_s, number / 50)
  same(frame.is_after_stall, false)
  virtual:drawn()
  virtual:presented()
end
virtual:close()
virtual:close()
names("this Loop is closed", function() virtual:wait() end)
for _ = 1, 1000 do dr.Repeat() end
for _ = 1, 10 do dr.Loop() end
collectgarbage()

-- The module can be loaded again, and is unloaded together with its last objects.
package.loaded.dynamic_repeat = nil
same(require("dynamic_repeat").Repeat{ now_s = 0 }:value(0), 0)
local gives_up = [[
  require "dynamic_repeat".Repeat()
  package.loaded.dynamic_repeat = nil
  for _ = 1, 3 do collectgarbage() end]]
same(os.execute(("%s -e '%s'"):format(arg[-1], gives_up)), 0)
print "fine"
