-- SPDX-License-Identifier: Apache-2.0
-- The LuaJIT module by itself; its last line is "fine".
local dr = require "dynamic_repeat"

local function same(found, expected)
  if found ~= expected then
    error(("found %s, expected %s"):format(tostring(found), tostring(expected)), 2)
  end
end

-- The call must fail with the library's status and text, at a line of this file.
local function fails(status, text, call)
  local is_fine, found = pcall(call)
  assert(not is_fine and type(found) == "table", tostring(found))
  same(found.status, status)
  assert(found.message:find(text, 1, true), found.message)
  assert(tostring(found):find("test_module.lua:%d+: "), tostring(found))
end

-- The call must name what is wrong with its arguments.
local function names(text, call)
  local is_fine, found = pcall(call)
  assert(not is_fine, "no error with " .. text)
  assert(tostring(found):find(text, 1, true), tostring(found))
  assert(tostring(found):find("test_module.lua:%d+: "), tostring(found))
end

local flash, loop, bank = dr.Repeat(), dr.Loop(), dr.Bank{ room = 10 }
local members = {}
for i = 1, 10 do members[i] = bank:add(dr.hz(i), 0, 0) end
flash:start()
flash:advance(0)
fails("rate", "+-1e6", function() flash:set_rate(0 / 0) end)
fails("past", "has passed", function() flash:advance(-1) end)
fails("phase", "at least 0", function() dr.Repeat{ start_phase = 1 } end)
fails("capacity", "", function() dr.Repeat{ command_capacity = 70000 } end)
fails("snapshot", "not a snapshot", function() flash:restore("x") end)
fails("handle", "", function() dr.Bank():remove(members[1]) end)
fails("range", "", function() bank:member_at(10) end)
fails("sequence", "", function() loop:presented() end)
fails("clock", "", function() loop:set_clock(1) end)
fails("rate", "", function() dr.Loop{ display_hz = 0 / 0 } end)
names("Repeat has no field rat", function() dr.Repeat{ rat = 1 } end)
names("rate must be a table, but is 3", function() dr.Repeat{ rate = 3 } end)
names("0 ... 4294967295, but is -1", function() dr.Bank{ room = -1 } end)
names("whole number", function() dr.Bank{ room = 1.5 } end)
names("one of at_cycle_end, freeze, immediately, but is now", function() flash:stop("now") end)
names("rate_hz must be a number, but is nil", function() flash:set_rate() end)
names("is_silent must be true or false", function() flash:seek({ cycle = 0, phase = 0 }, 1) end)
names("of the same length", function() bank:set_rates(members, { 1 }, 1) end)
names("member must be a dr_member", function() bank:value({}, 0) end)

-- Values, in memory that the next call overwrites.
local values, count = bank:evaluate(0.5)
same(count, 10)
for i = 1, 10 do
  local difference = math.abs(values[i - 1] - bank:value(members[i], 0.5))
  assert(difference < bank:info().curve_bound + 1e-7, difference)
end
local rates = {}
for i = 1, 10 do rates[i] = 5 end
bank:set_rates(members, rates, 0.5)
same(bank:sample(members[7], 0.6).rate_hz, 5)
same(bank:slot(members[3]), 2)
same(select(2, dr.Bank():evaluate(0)), 0)

-- Events beyond those that fit at once, snapshots, lists, virtual frames.
local fast = dr.Repeat{ rate = dr.hz(10), flood = "all", event_capacity = 100 }
fast:start()
fast:advance(0)
same(#fast:advance(2.04), 60)
same(fast:advance(12.04).dropped, 200)
local other = dr.Repeat{ rate = dr.hz(10), flood = "all", event_capacity = 100 }
other:restore(fast:snapshot())
same(other:value(20.3), fast:value(20.3))

-- Another clock, and commands at a time.
bank:evaluate(100.3)
local shown = bank:value(members[7], 100.3)
bank:restore_at(bank:snapshot(), 1.3)
same(bank:value(members[7], 1.3), shown)
bank:shift_time(-0.8)
same(bank:value(members[7], 0.5), shown)
shown = fast:value(12.04)
fast:restore_at(fast:snapshot(), 1.25)
same(fast:value(1.25), shown)
fast:shift_time(1.5)
same(fast:value(2.75), shown)
loop:shift_time(5)
fails("time", "time must", function() bank:shift_time(0 / 0) end)
local music = dr.BeatClock{ beats_per_minute = 120, beats_per_bar = 3 }
same(music:next_bar(1.3), 3)
same(music:time_of_beat(3), 1.5)
local follower = dr.Repeat{ rate = dr.hz(1.7), now_s = 0 }
follower:start()
follower:advance(0.4)
local lock = { leader = music:leader(), bounds = { least_hz = 1, most_hz = 3 } }
follower:lock(lock)
follower:advance(9)
same(follower:lock_info().state, "locked")
assert(math.abs(follower:phase(9.125) - music:beat(9.125).phase) < 1e-12)
local heard = dr.ClockFollower()
for frame = 0, 239 do heard:add(frame / 60, frame / 60) end
assert(math.abs(heard:position(4) - 4) < 1e-3)
same(dr.Repeat():next_change(5, 0.1), math.huge)
assert(bank:next_change(9, 0.1) < 9.1)
local blink = dr.Repeat{ rate = dr.hz(2), now_s = 0 }
blink:start()
same(blink:next_switch(0, 0.5), 0.25)
local late = dr.Repeat{ policy = { kind = "phase_matched" } }
late:advance(1)
late:start_at(11.3)
late:set_rate_at(2, 12.3)
late:advance(12.3)
same(late:value(11.3), 0)
same(late:sample(12.3).rate_hz, 2)

local stops = { { output = 0, input = 0 }, { output = 3, input = 1 } }
same(dr.Curve{ kind = "stops", stops = stops }:value(0.5), 1.5)
local virtual = dr.Loop{ timing = "virtual", rate_hz = 50 }
for number = 0, 99 do
  same(virtual:wait(), 0)
  local frame = virtual:begin()
  same(frame.number, number)
  same(frame.time_s, number / 50)
  same(frame.is_after_stall, false)
  same(frame.mode, "virtual")
  virtual:drawn()
  virtual:presented()
end

-- Closed, twice; and collected without being closed.
for _, row in ipairs{
  { flash, function(one) return one:value(0) end }, { bank, function(one) return one:evaluate(0) end },
} do
  local one, use = row[1], row[2]
  assert(one:is_valid())
  one:close()
  one:close()
  assert(not one:is_valid())
  fails("handle", "stale", function() return (use(one)) end)
end
loop:close()
loop:close()
fails("null", "the loop or", function() loop:wait() end)
for _ = 1, 1000 do dr.Repeat() end
for _ = 1, 10 do dr.Loop() end
collectgarbage()

-- Given up together with its last objects; and loaded anew.
package.loaded.dynamic_repeat = nil
same(require("dynamic_repeat").Repeat():value(0), 0)
local gives_up = [[
  require "dynamic_repeat".Repeat()
  package.loaded.dynamic_repeat = nil
  for _ = 1, 3 do collectgarbage() end]]
same(os.execute(("%s -e '%s'"):format(arg[-1], gives_up)), 0)
print "fine"
