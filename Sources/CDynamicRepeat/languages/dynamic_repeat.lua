-- SPDX-License-Identifier: Apache-2.0
-- Flashing, pulsing and cycling at a rate that may change at any time, without jumps or drift; for LuaJIT
-- and LÖVE.
--
--   local dr = require "dynamic_repeat"
--   local flash = dr.Repeat{ rate = dr.hz(2) }   -- each field has the C header's default
--   flash:start()                                -- at the first advance
--   for frame = 0, 60 do
--     local time_s = frame / 60
--     for _, event in ipairs(flash:advance(time_s)) do print(event.kind, event.time_s) end
--     print(flash:value(time_s))                 -- 0 default state ... 1 alternate state
--   end
--
-- Enumerators are strings, such as "phase_matched". A time_s of nil is the present time. Whole numbers are
-- exact up to 2^53. An invalid call raises an error object: its field status is a number such as
-- dr.C.DR_ERROR_RATE, and its field message is the library's text. A repeat, a beat clock and a clock
-- follower are plain data: copy() returns a saved state. dr.C and dr.L also have every function of the C
-- headers.
local ffi = require "ffi"
local convert = require "dynamic_repeat_convert"

convert.own[debug.getinfo(1, "S").source] = true

local C, L, NOW, check, check_loop = convert.C, convert.L, convert.NOW, convert.check, convert.check_loop
local choice, fill, get, add_methods = convert.choice, convert.fill, convert.get, convert.add_methods
local dr = { C = C, L = L }

--- A rate in cycles per second: 0 holds, and a negative rate runs backwards.
function dr.hz(rate) return C.dr_hz(rate) end

--- A rate in seconds per cycle. The direction of motion stays the same.
function dr.seconds(per_cycle) return C.dr_seconds(per_cycle) end

--- The policy that applies a new rate at the end of the present cycle.
function dr.restart_per_cycle() return C.dr_restart_per_cycle() end

--- The policy that applies a new rate at once, or over a linear ramp of `ramp_s` seconds.
function dr.phase_matched(ramp_s) return C.dr_phase_matched(ramp_s or 0) end

--- Limits of the rate while a repeat catches up.
function dr.bounds(minimum_hz, maximum_hz, slope_hz_per_s)
  return ffi.new("dr_bounds", minimum_hz, maximum_hz, slope_hz_per_s or math.huge)
end

--- A line to lock to: a motion at a constant rate that reaches `cycle` + `phase` at `time_s`.
function dr.line(cycle, phase, time_s, rate_hz)
  local line = ffi.new "dr_line[1]"
  check(C.dr_line_init(line, { cycle, phase }, time_s, rate_hz))
  return ffi.new("dr_line", line[0])
end

-- Makes a class whose objects hold plain data. Returns its methods, its constructor and its metatable.
local function plain(type_name)
  local methods = {}
  local meta = { __index = methods, __name = type_name }
  local function wrap(init, ...)
    local data = ffi.new(type_name .. "[1]")
    if init then check(init(data, ...)) end
    return setmetatable({ _c = data }, meta)
  end
  --- Copies the object. The copy is a saved state.
  function methods:copy()
    local made = wrap()
    made._c[0] = self._c[0]
    return made
  end
  return methods, wrap, meta
end

-- ---- Repeat

local Repeat, make_repeat, repeat_meta = plain "dr_repeat"

--- An idle repeat. `fields` has fields of dr_repeat_def.
function dr.Repeat(fields)
  local def = fill("dr_repeat_def", C.dr_default_repeat_def(), fields)
  return make_repeat(C.dr_repeat_init, ffi.new("dr_repeat_def[1]", { def }))
end

--- Makes a repeat from the bytes returned by save().
function dr.restore(bytes) return make_repeat(C.dr_repeat_restore, bytes, #bytes, nil) end

repeat_meta.__eq = function(a, b) return C.dr_repeat_equals(a._c, b._c) == 1 end

-- start(), pause(), resume(), reverse(), hold(), set_rate(rate), set_policy(policy),
-- set_repeat_count(cycles), blink(cycles) and ramp(rate, ramp_s) take a later time as the last argument.
-- unlock() and move_timeline(now_s) take effect now. cancel(id) takes the id that schedule() returned.
-- value(time_s), sample(time_s) and next_change(time_s) accept any time; info() and line() are for the
-- present time.
add_methods(Repeat, C, check, "dr_repeat_", {
  start = 0, pause = 0, resume = 0, reverse = 0, hold = 0, set_rate = 1, set_policy = 1,
  set_repeat_count = 1, blink = 1, ramp = 2, unlock = -1, move_timeline = -1, cancel = -1,
  value = "double", sample = "dr_sample", next_change = "double",
  info = "get_info dr_repeat_info", line = "get_line dr_line",
})

--- Ends the run: "at_cycle_end", the default, "immediately" or "freeze".
function Repeat:stop(mode, time_s)
  mode = choice("dr_stop_mode", "DR_STOP_MODE_", mode or "at_cycle_end")
  check(C.dr_repeat_stop(self._c, mode, time_s or NOW))
end

--- Jumps to a position of the run.
function Repeat:seek(cycle, phase, is_silent, time_s)
  check(C.dr_repeat_seek(self._c, { cycle, phase }, is_silent == false and 0 or 1, time_s or NOW))
end

--- Schedules a command for a moment, such as { kind = "phase", phase = 0.5 }. The tables have the fields of
--- dr_command and dr_moment.
function Repeat:schedule(command, moment)
  local made = fill("dr_command", ffi.new "dr_command", command)
  local at = fill("dr_moment", ffi.new "dr_moment", moment)
  return get("schedule", "dr_command_id", check, C.dr_repeat_schedule, self._c,
    ffi.new("dr_command[1]", { made }), ffi.new("dr_moment[1]", { at }))
end

--- Brings the repeat into step with a line as soon as the bounds allow, and lets it follow the line.
function Repeat:lock(line, bounds)
  check(C.dr_repeat_lock(
    self._c, ffi.new("dr_line[1]", { line }), bounds and ffi.new("dr_bounds[1]", { bounds })))
end

--- Lets the repeat reach a phase, or a cycle and phase, at a given time. `target` has the fields phase, cycle
--- and rate. Without rate, the repeat continues at the requested rate. If the bounds do not allow the arrival,
--- the error OUT_OF_REACH has the nearest possible time in nearest_s.
function Repeat:arrive(target, time_s, bounds)
  local arrival, nearest = ffi.new "dr_arrival[1]", ffi.new "double[1]"
  arrival[0].kind = target.cycle and "DR_ARRIVAL_POSITION" or "DR_ARRIVAL_PHASE"
  arrival[0].position = { target.cycle or 0, target.phase or 0 }
  arrival[0].time_s, arrival[0].bounds = time_s, bounds
  if target.rate then arrival[0].rate, arrival[0].has_rate = target.rate, 1 end
  local is_fine, problem = pcall(check, C.dr_repeat_arrive(self._c, arrival, nearest))
  if is_fine then return end
  problem.nearest_s = nearest[0]
  error(problem)
end

local some, count = ffi.new "dr_event[32]", ffi.new "uint32_t[1]"

--- Advances the present time. Returns the events since the last advance, in order of time.
function Repeat:advance(time_s)
  local events, status = {}, nil
  repeat
    status = C.dr_repeat_advance(self._c, time_s, some, 32, count)
    if status ~= C.DR_MORE_EVENTS then check(status) end
    for index = 0, count[0] - 1 do
      local event = some[index]
      events[#events + 1] = {
        kind = ffi.string(C.dr_event_kind_text(event.kind)), cycle = tonumber(event.cycle),
        count = tonumber(event.count), time_s = event.time_s, lateness_s = event.lateness_s,
      }
    end
  until status ~= C.DR_MORE_EVENTS
  return events
end

--- Whether a blinking repeat is on. It is on for the fraction `duty`, 0.5 by default, at the start of each
--- cycle.
function Repeat:is_on(time_s, duty) return C.dr_repeat_is_on(self._c, time_s, duty or 0.5) == 1 end

--- The next time at which the result of is_on changes; infinite if it never does.
function Repeat:next_switch(time_s, duty)
  return get("next_switch", "double", check, C.dr_repeat_next_switch, self._c, time_s, duty or 0.5)
end

--- The present state as a string of bytes, the same on every machine.
function Repeat:save()
  local room, size = ffi.new "uint8_t[2048]", ffi.new "size_t[1]"
  check(C.dr_repeat_save(self._c, room, 2048, size))
  return ffi.string(room, size[0])
end

-- ---- Beat clocks, clock followers

local BeatClock, make_clock = plain "dr_beat_clock"

--- A clock whose beat 0, which begins a bar, is at `time_s`, 0 by default. A bar has 4 beats by default.
function dr.BeatClock(beats_per_minute, time_s, beats_per_bar)
  return make_clock(C.dr_beat_clock_init, beats_per_minute, time_s or 0, beats_per_bar or 4)
end

-- Further methods: set_tempo(beats_per_minute, time_s), line(), beat(time_s), time_of_beat(beat),
-- next_bar(time_s) and phase_in_bar(time_s).
add_methods(BeatClock, C, check, "dr_beat_clock_", {
  set_tempo = -1, line = "get_line dr_line", beat = "dr_position", time_of_beat = "double",
  next_bar = "int64_t", phase_in_bar = "double",
})

--- Moves the music so that it is at `beat`, plus `phase` (0 by default), at `time_s`.
function BeatClock:seek(beat, time_s, phase)
  check(C.dr_beat_clock_seek(self._c, { beat, phase or 0 }, time_s))
end

local Follower, make_follower = plain "dr_clock_follower"

--- Follows a clock whose readings are late. `fields` has fields of dr_clock_follower_def.
function dr.ClockFollower(fields)
  local def = fill("dr_clock_follower_def", C.dr_default_clock_follower_def(), fields)
  return make_follower(C.dr_clock_follower_init, ffi.new("dr_clock_follower_def[1]", { def }))
end

-- add(position, time_s) adds a reading of the followed clock (the leader). It returns a dr_clock_arrival.
-- position(time_s) is the position to show. line(time_s) is the leader's line, for lock().
add_methods(Follower, C, check, "dr_clock_follower_", {
  add = "dr_clock_arrival", position = "double", line = "get_line dr_line",
})

-- ---- Objects that close() or Lua's garbage collector frees

-- Makes a class whose objects own memory of a library. Returns its methods and its constructor.
local function owned(library, checked, type_name)
  local methods = {}
  local meta = { __index = methods, __name = type_name }
  -- The closure keeps the libraries loaded until the last object is freed.
  local function free(object) return C and L and library[type_name .. "_destroy"](object) end
  --- Frees the object. A second close has no effect; any other later call is an error.
  function methods:close()
    if self._c ~= nil then free(ffi.gc(self._c, nil)) end
    self._c = nil
  end
  return methods, function(def, fields)
    local made, kept = ffi.new(type_name .. " *[1]"), {}
    def = fill(type_name .. "_def", def, fields, kept)
    checked(library[type_name .. "_create"](ffi.new(type_name .. "_def[1]", { def }), made))
    return setmetatable({ _c = ffi.gc(made[0], free), _kept = kept }, meta)
  end
end

local Curve, make_curve = owned(C, check, "dr_curve")

--- A timing function. `fields` has fields of dr_curve_def; stops is a list of { output, input }.
function dr.Curve(fields) return make_curve(C.dr_default_curve_def(), fields) end

-- value(progress) is the value at a progress in 0 ... 1. settling_duration() is the time in seconds after
-- which a spring's distance from 1 never exceeds its tolerance again.
add_methods(Curve, C, check, "dr_curve_", { value = "double", settling_duration = "double" })

local Bank, make_bank = owned(C, check, "dr_bank")

--- Many repeats that share a timing function. `fields` has fields of dr_bank_def; `fields.timing` has fields
--- of dr_curve_def.
function dr.Bank(fields) return make_bank(C.dr_default_bank_def(), fields) end

--- Adds a repeat that is at `phase`, 0 by default, at `time_s`. Returns the member's handle.
function Bank:add(rate, time_s, phase)
  return get("add", "dr_member", check, C.dr_bank_add, self._c, rate, phase or 0, time_s)
end

-- Further methods: remove(member), set_rate(member, rate, policy, time_s), and value(member, time_s), the
-- exact value.
add_methods(Bank, C, check, "dr_bank_", { remove = -1, set_rate = -1, value = "double" })

--- The slot of a member: the index of its value.
function Bank:slot(member) return C.dr_member_slot(member) end

--- Evaluates all slots. Returns the values by slot, and the number of values. The values are valid until the
--- next call on the bank.
function Bank:evaluate(time_s)
  check(C.dr_bank_evaluate(self._c, time_s))
  local values, number = ffi.new "const float *[1]", ffi.new "uint32_t[1]"
  check(C.dr_bank_all_values(self._c, values, number))
  return values[0], number[0]
end

local Loop, make_loop = owned(L, check_loop, "dr_loop")

--- A frame loop. `fields` has fields of dr_loop_def. The loop belongs to the thread that made it.
function dr.Loop(fields) return make_loop(L.dr_default_loop_def(), fields) end

-- wait() sleeps until the frame is due, and returns the milliseconds to wait for an event, most often 0.
-- begin() returns a dr_frame whose mode is English text. presented() returns 1 if presenting should wait for
-- the display, else 0. stats() returns dr_loop_stats.
add_methods(Loop, L, check_loop, "dr_loop_", {
  wait = "int32_t", begin = "dr_frame", presented = "int32_t", now = "double",
  stats = "get_stats dr_loop_stats", drawn = -1, shown = -1, abandon = -1, idle = -1, idle_until = -1,
  shift_time = -1,
})

--- Reports the window's state; call it after taking the events. `window` has fields of dr_loop_window.
--- Returns whether the frame is due.
function Loop:polled(window)
  local made = ffi.new("dr_loop_window[1]", { fill("dr_loop_window", L.dr_default_loop_window(), window) })
  return get("polled", "int32_t", check_loop, L.dr_loop_polled, self._c, made) ~= 0
end

return dr
