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
names("rat", function() dr.Repeat{ rat = 1 } end)
names("rate of dr_repeat_def", function() dr.Repeat{ rate = "fast" } end)
names("now is not a dr_stop_mode", function() flash:stop("now") end)
names("set_rate", function() flash:set_rate "fast" end)

-- Copies, saved states, and another clock.
local fast = running{ rate = dr.hz(10), reporting = "all" }
fast:advance(0.05)
local copy = fast:copy()
assert(copy == fast and dr.restore(fast:save()) == fast)
same(#fast:advance(100.04), #copy:advance(100.04))
assert(copy == fast and copy ~= flash)
local shown = fast:value(100.04)
fast:move_timeline(1.25)
same(fast:value(1.25), shown)

-- Locks, arrivals, beats, followers.
local music = dr.BeatClock(120, 0, 3)
same(music:next_bar(1.3), 3)
same(music:time_of_beat(3), 1.5)
local follower = running{ rate = dr.hz(1.7) }
follower:advance(0.4)
follower:lock(music:line(), dr.bounds(1, 3))
local last = {}
for _, event in ipairs(follower:advance(9)) do last[event.kind] = event end
assert(last.locked)
assert(math.abs(follower:sample(9.125).position.phase - music:beat(9.125).phase) < 1e-12)
local _, late = pcall(follower.arrive, follower, { phase = 0.5 }, 9.001, dr.bounds(1, 3))
same(late.status, tonumber(C.DR_ERROR_OUT_OF_REACH))
follower:arrive({ phase = 0.5 }, late.nearest_s, dr.bounds(1, 3))
local heard = dr.ClockFollower()
for frame = 0, 239 do heard:add(frame / 60, frame / 60) end
assert(math.abs(heard:position(4) - 4) < 1e-3)

-- A bank.
local bank = dr.Bank{ mode = "one_way", timing = { kind = "ease_in" } }
local members = {}
for index = 1, 10 do members[index] = bank:add(dr.hz(index), 0) end
bank:set_rate(members[2], dr.hz(5), dr.phase_matched(), 0)
local values, number = bank:evaluate(0.125)
same(number, 10)
for index = 1, 10 do
  assert(math.abs(values[bank:slot(members[index])] - bank:value(members[index], 0.125)) < 1e-6)
end
bank:remove(members[3])
fails(C.DR_ERROR_HANDLE, "", function() bank:value(members[3], 0.125) end)

-- Curves and virtual frames. A loop is closed twice; others are collected without being closed.
same(dr.Curve{ kind = "stops", stops = { { 0, 0 }, { 3, 1 } } }:value(0.5), 1.5)
same(running{ rate = dr.hz(1), autoreverses = false, pace = { kind = "steps", step_count = 4, step_jump = "end" } }:value(0.3), 0.25)
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
fails(dr.L.DR_LOOP_ERROR_NULL, "", function() virtual:wait() end)
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
