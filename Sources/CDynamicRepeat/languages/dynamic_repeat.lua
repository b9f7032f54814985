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
-- exact up to 2^53. An invalid call raises an error object with the fields status, such as
-- dr.C.DR_ERROR_RATE, and message, the library's text. A repeat, a beat clock and a clock follower are plain
-- data: copy() saves them. dr.C and dr.L also have every function of the C headers.
local ffi = require "ffi"

-- LuaJIT keeps declarations when a module is reloaded, and a second cdef would fail.
if not pcall(ffi.typeof, "dr_status") then ffi.cdef(require "dynamic_repeat_declarations") end

-- Looks in this file's folder first, because a game ships the library there.
local function load_library(name)
  local source = debug.getinfo(1, "S").source
  local folders = { source:match "^@(.*/)" or "./" }
  if love and love.filesystem then
    local base = love.filesystem.getRealDirectory(source:gsub("^@", ""))
    if base then table.insert(folders, 1, base .. "/" .. (source:match "^@(.*/)" or "")) end
  end
  for _, folder in ipairs(folders) do
    local is_there, library = pcall(ffi.load, folder .. name)
    if is_there then return library end
  end
  return ffi.load(name)
end

local C = load_library "libdynamicrepeat.so.0.3"
local L = load_library "libdynamicrepeat-loop.so.0.3"
local dr = { C = C, L = L }
local NOW = -1e300

-- ---- Errors

local Error = { __tostring = function(error) return error.where .. error.message end }

-- The stack level of this module's caller, for error().
local function caller()
  local own, level = debug.getinfo(1, "S").source, 2
  while (debug.getinfo(level + 1, "S") or {}).source == own do level = level + 1 end
  return level
end

-- Raises the error of a status.
local function check(status, text)
  status = tonumber(status)
  if status == 0 then return end
  local info = debug.getinfo(caller(), "Sl")
  local is_known = info and info.currentline > 0
  error(setmetatable({
    status = status, message = ffi.string((text or C.dr_status_text)(status)),
    where = is_known and ("%s:%d: "):format(info.short_src, info.currentline) or "",
  }, Error))
end

local function check_loop(status) return check(status, L.dr_loop_status_text) end

local function wrong(text, ...) error(text:format(...), caller()) end

-- ---- Values

-- The enumerator `name` of a C type whose enumerators begin with `prefix`.
local function choice(type_name, prefix, name)
  local is_known, value = pcall(ffi.new, type_name, prefix .. tostring(name):upper())
  if not is_known then wrong("%s is not a %s", tostring(name), type_name) end
  return value
end

-- The fields with an enumeration type: the type, and the prefix of its enumerators.
local choices = {
  rest_state = { "dr_rest_state", "DR_REST_STATE_" }, reporting = { "dr_reporting", "DR_REPORTING_" },
  step_jump = { "dr_step_jump", "DR_STEP_JUMP_" }, stop_mode = { "dr_stop_mode", "DR_STOP_MODE_" },
  family = { "dr_easing_family", "DR_EASING_FAMILY_" }, unit = { "dr_rate_unit", "DR_RATE_UNIT_" },
  direction = { "dr_easing_direction", "DR_EASING_DIRECTION_" },
  timing = { "dr_loop_timing", "DR_TIMING_" }, mode = { "dr_bank_mode", "DR_BANK_MODE_" },
  stall_rule = { "dr_stall_rule", "DR_STALL_" },
  when_unfocused = { "dr_focus_policy", "DR_FOCUS_" },
}
local kinds = {
  dr_pace = { "dr_curve_kind", "DR_CURVE_" }, dr_curve_def = { "dr_curve_kind", "DR_CURVE_" },
  dr_command = { "dr_command_kind", "DR_COMMAND_" }, dr_moment = { "dr_moment_kind", "DR_MOMENT_" },
  dr_policy = { "dr_policy_kind", "DR_POLICY_" },
}

-- Sets fields of a structure from a table; true and false are flags.
local function fill(type_name, made, fields)
  for field, given in pairs(fields or {}) do
    local kind = field == "kind" and kinds[type_name] or choices[field]
    if kind and type(given) == "string" then given = choice(kind[1], kind[2], given) end
    if type(given) == "boolean" then given = given and 1 or 0 end
    if field:find "pace$" and type(given) == "string" then given = { kind = given } end
    if field:find "pace$" and type(given) == "table" then
      given = fill("dr_pace", ffi.new "dr_pace", given)
    end
    local is_fine, problem = pcall(function() made[field] = given end)
    if not is_fine then wrong("%s of %s: %s", field, type_name, (problem:gsub("^.-: ", ""))) end
  end
  return made
end

local function position(value) return { cycle = tonumber(value.cycle), phase = value.phase } end

-- Calls a function whose last argument is an output, and returns the output.
local function get(type_name, checked, call, ...)
  local made = ffi.new(type_name .. "[1]")
  local arguments, length = { ... }, select("#", ...)
  arguments[length + 1] = made
  checked(call(unpack(arguments, 1, length + 1)))
  -- A copy, because a reference into the array would not keep the array alive.
  return type(made[0]) == "number" and made[0] or ffi.new(type_name, made[0])
end

--- A rate in cycles per second: 0 holds, negative runs backwards.
function dr.hz(rate) return C.dr_hz(rate) end

--- A rate in seconds per cycle; it keeps the direction.
function dr.seconds(per_cycle) return C.dr_seconds(per_cycle) end

--- The policy that applies a new rate at the end of the present cycle.
function dr.restart_per_cycle() return C.dr_restart_per_cycle() end

--- The policy that applies a new rate at once, or over a linear ramp of `ramp_s` seconds.
function dr.phase_matched(ramp_s) return C.dr_phase_matched(ramp_s or 0) end

--- Limits of the rate while a repeat catches up.
function dr.bounds(minimum_hz, maximum_hz, slope_hz_per_s)
  return ffi.new("dr_bounds", minimum_hz, maximum_hz, slope_hz_per_s or math.huge)
end

--- A line to lock to: a position at a time, and a constant rate.
function dr.line(cycle, phase, time_s, rate_hz)
  local line = ffi.new "dr_line[1]"
  check(C.dr_line_init(line, { cycle, phase }, time_s, rate_hz))
  return ffi.new("dr_line", line[0])
end

-- A class whose objects hold plain data; its methods call C.
local function plain(type_name)
  local methods = {}
  local meta = { __index = methods, __name = type_name }
  local function wrap(data) return setmetatable({ _c = data }, meta) end
  --- A copy: a saved state.
  function methods:copy() return wrap(ffi.new(type_name .. "[1]", { self._c[0] })) end
  return methods, wrap, meta
end

-- ---- Repeat

local Repeat, wrap_repeat, repeat_meta = plain "dr_repeat"

--- An idle repeat. `fields` has fields of dr_repeat_def.
function dr.Repeat(fields)
  local def = fill("dr_repeat_def", C.dr_default_repeat_def(), fields)
  if fields and fields.return_pace then def.has_return_pace = 1 end
  local data = ffi.new "dr_repeat[1]"
  check(C.dr_repeat_init(data, ffi.new("dr_repeat_def[1]", { def })))
  return wrap_repeat(data)
end

--- Restores a repeat from the bytes of save().
function dr.restore(bytes)
  local data = ffi.new "dr_repeat[1]"
  check(C.dr_repeat_restore(data, bytes, #bytes, nil))
  return wrap_repeat(data)
end

repeat_meta.__eq = function(a, b) return C.dr_repeat_equals(a._c, b._c) == 1 end

for _, name in ipairs{ "start", "pause", "resume", "reverse", "hold" } do
  local call = C["dr_repeat_" .. name]
  Repeat[name] = function(self, time_s) check(call(self._c, time_s or NOW)) end
end
for _, name in ipairs{ "set_rate", "set_policy", "set_repeat_count", "blink" } do
  local call = C["dr_repeat_" .. name]
  Repeat[name] = function(self, value, time_s)
    local is_fine, status = pcall(call, self._c, value, time_s or NOW)
    if not is_fine then wrong("%s: %s", name, (status:gsub("^.-: ", ""))) end
    check(status)
  end
end

--- Ends the run: "at_cycle_end", the default, "immediately" or "freeze".
function Repeat:stop(mode, time_s)
  mode = choice("dr_stop_mode", "DR_STOP_MODE_", mode or "at_cycle_end")
  check(C.dr_repeat_stop(self._c, mode, time_s or NOW))
end

--- Changes the rate linearly over `ramp_s`, under either policy.
function Repeat:ramp(rate, ramp_s, time_s)
  check(C.dr_repeat_ramp(self._c, rate, ramp_s, time_s or NOW))
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
  return get("dr_command_id", check, C.dr_repeat_schedule, self._c,
    ffi.new("dr_command[1]", { made }), ffi.new("dr_moment[1]", { at }))
end

--- Cancels a waiting command.
function Repeat:cancel(id) check(C.dr_repeat_cancel(self._c, id)) end

--- Locks to a line: gets in step as soon as the bounds allow, then follows the line.
function Repeat:lock(line, bounds)
  check(C.dr_repeat_lock(
    self._c, ffi.new("dr_line[1]", { line }), bounds and ffi.new("dr_bounds[1]", { bounds })))
end

--- Ends a lock or an arrival.
function Repeat:unlock() check(C.dr_repeat_unlock(self._c)) end

--- Arrives at a phase, or at a cycle and phase, at a given time. If the bounds do not allow it, the error
--- OUT_OF_REACH has the nearest possible time in nearest_s.
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

--- The line of the repeat's present motion.
function Repeat:line() return get("dr_line", check, C.dr_repeat_get_line, self._c) end

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

--- The value at a time, 0 default state ... 1 alternate state.
function Repeat:value(time_s) return get("double", check, C.dr_repeat_value, self._c, time_s) end

--- Whether a blinking repeat is on. It is on in the first `duty`, 0.5 by default, of each cycle.
function Repeat:is_on(time_s, duty) return C.dr_repeat_is_on(self._c, time_s, duty or 0.5) == 1 end

--- Position, value, rate and state.
function Repeat:sample(time_s)
  local made = get("dr_sample", check, C.dr_repeat_sample, self._c, time_s)
  return {
    position = position(made.position), value = made.value, fraction = made.fraction,
    rate_hz = made.rate_hz, cycle_duration_s = made.cycle_duration_s,
    state = ffi.string(C.dr_state_text(made.state)), is_waiting = made.is_waiting ~= 0,
  }
end

--- The earliest time at which the value changes; infinite if it never does.
function Repeat:next_change(time_s)
  return get("double", check, C.dr_repeat_next_change, self._c, time_s)
end

--- The time at which is_on next changes; infinite if it does not.
function Repeat:next_switch(time_s, duty)
  return get("double", check, C.dr_repeat_next_switch, self._c, time_s, duty or 0.5)
end

--- The requested rate and the present state, as dr_repeat_info.
function Repeat:info() return get("dr_repeat_info", check, C.dr_repeat_get_info, self._c) end

--- The present state as a string of bytes, the same on every machine.
function Repeat:save()
  local room, size = ffi.new "uint8_t[2048]", ffi.new "size_t[1]"
  check(C.dr_repeat_save(self._c, room, 2048, size))
  return ffi.string(room, size[0])
end

--- Moves the timeline so that the present time is `now_s`.
function Repeat:move_timeline(now_s) check(C.dr_repeat_move_timeline(self._c, now_s)) end

-- ---- Beat clocks, clock followers

local BeatClock, wrap_clock = plain "dr_beat_clock"

--- A clock whose beat 0, which begins a bar, is at `time_s`, 0 by default; 4 beats to a bar.
function dr.BeatClock(beats_per_minute, time_s, beats_per_bar)
  local data = ffi.new "dr_beat_clock[1]"
  check(C.dr_beat_clock_init(data, beats_per_minute, time_s or 0, beats_per_bar or 4))
  return wrap_clock(data)
end

--- Sets the tempo from `time_s` on; the beat position stays.
function BeatClock:set_tempo(tempo, time_s) check(C.dr_beat_clock_set_tempo(self._c, tempo, time_s)) end

--- Sets the beat at `time_s`, after a seek in the music.
function BeatClock:seek(beat, time_s, phase)
  check(C.dr_beat_clock_seek(self._c, { beat, phase or 0 }, time_s))
end

--- The beats as a line, for lock. Get a new line after each change of the clock.
function BeatClock:line() return get("dr_line", check, C.dr_beat_clock_get_line, self._c) end

--- The beat position: whole beats, and the fraction of the present one.
function BeatClock:beat(time_s)
  return position(get("dr_position", check, C.dr_beat_clock_beat, self._c, time_s))
end

--- The time of a beat.
function BeatClock:time_of_beat(beat)
  return get("double", check, C.dr_beat_clock_time_of_beat, self._c, beat)
end

--- The first beat of the next bar; at the start of a bar, that bar's first beat.
function BeatClock:next_bar(time_s)
  return tonumber(get("int64_t", check, C.dr_beat_clock_next_bar, self._c, time_s))
end

--- The elapsed fraction of the present bar, in [0, 1).
function BeatClock:phase_in_bar(time_s)
  return get("double", check, C.dr_beat_clock_phase_in_bar, self._c, time_s)
end

local Follower, wrap_follower = plain "dr_clock_follower"

--- Follows a clock that is read late. `fields` has fields of dr_clock_follower_def.
function dr.ClockFollower(fields)
  local def = fill("dr_clock_follower_def", C.dr_default_clock_follower_def(), fields)
  local data = ffi.new "dr_clock_follower[1]"
  check(C.dr_clock_follower_init(data, ffi.new("dr_clock_follower_def[1]", { def })))
  return wrap_follower(data)
end

--- Adds a sample: the leader was at `position` at `time_s`. Returns the changes, as dr_clock_arrival.
function Follower:add(position, time_s)
  return get("dr_clock_arrival", check, C.dr_clock_follower_add, self._c, position, time_s)
end

--- The position to show.
function Follower:position(time_s)
  return get("double", check, C.dr_clock_follower_position, self._c, time_s)
end

--- The leader's line, for lock.
function Follower:line(time_s)
  return get("dr_line", check, C.dr_clock_follower_get_line, self._c, time_s)
end

-- ---- Objects that close or Lua's garbage collector frees

local function owned(checked, create, destroy, type_name)
  local methods = {}
  local meta = { __index = methods, __name = type_name }
  -- The closure keeps the library loaded until the last object is freed.
  local function free(object) return C and L and destroy(object) end
  --- Frees the object. A second close has no effect; any other later call is an error.
  function methods:close()
    if self._c ~= nil then free(ffi.gc(self._c, nil)) end
    self._c = nil
  end
  return methods, function(def)
    local made = ffi.new(type_name .. " *[1]")
    checked(create(ffi.new(type_name .. "_def[1]", { def }), made))
    return setmetatable({ _c = ffi.gc(made[0], free) }, meta)
  end
end

local Curve, make_curve = owned(check, C.dr_curve_create, C.dr_curve_destroy, "dr_curve")

--- A timing function. `fields` has fields of dr_curve_def; stops is a list of { output, input }.
function dr.Curve(fields)
  local stops, other = fields.stops, {}
  for field, given in pairs(fields) do if field ~= "stops" then other[field] = given end end
  local def = fill("dr_curve_def", C.dr_default_curve_def(), other)
  local list = ffi.new("dr_stop[?]", math.max(1, stops and #stops or 0))
  for index, stop in ipairs(stops or {}) do list[index - 1] = { stop[1], stop[2] or 0 / 0 } end
  if stops then def.stops, def.stop_count = list, #stops end
  return make_curve(def)
end

--- The value of the timing function at a progress.
function Curve:value(progress) return get("double", check, C.dr_curve_value, self._c, progress) end

--- The seconds after which a spring stays within its tolerance of 1.
function Curve:settling_duration()
  return get("double", check, C.dr_curve_settling_duration, self._c)
end

local Bank, make_bank = owned(check, C.dr_bank_create, C.dr_bank_destroy, "dr_bank")

--- Many repeats that share a timing function. `fields` has fields of dr_bank_def, and its timing those of
--- dr_curve_def.
function dr.Bank(fields)
  local timing, other = fields and fields.timing, {}
  for field, given in pairs(fields or {}) do if field ~= "timing" then other[field] = given end end
  local def = fill("dr_bank_def", C.dr_default_bank_def(), other)
  if timing then fill("dr_curve_def", def.timing, timing) end
  return make_bank(def)
end

--- Adds a repeat that is at `phase`, 0 by default, at `time_s`. Returns the member's name.
function Bank:add(rate, time_s, phase)
  return get("dr_member", check, C.dr_bank_add, self._c, rate, phase or 0, time_s)
end

--- Removes a member and frees its slot.
function Bank:remove(member) check(C.dr_bank_remove(self._c, member)) end

--- The slot of a member: the index of its value.
function Bank:slot(member) return C.dr_member_slot(member) end

--- Requests a rate; the policy decides when it takes effect.
function Bank:set_rate(member, rate, policy, time_s)
  check(C.dr_bank_set_rate(self._c, member, rate, policy, time_s))
end

--- Evaluates all slots. Returns the values by slot, valid until the next call on the bank, and their number.
function Bank:evaluate(time_s)
  check(C.dr_bank_evaluate(self._c, time_s))
  local values, number = ffi.new "const float *[1]", ffi.new "uint32_t[1]"
  check(C.dr_bank_all_values(self._c, values, number))
  return values[0], number[0]
end

--- The exact value of a member.
function Bank:value(member, time_s)
  return get("double", check, C.dr_bank_value, self._c, member, time_s)
end

local Loop, make_loop = owned(check_loop, L.dr_loop_create, L.dr_loop_destroy, "dr_loop")

--- A frame loop. `fields` has fields of dr_loop_def. The loop belongs to the thread that made it.
function dr.Loop(fields) return make_loop(fill("dr_loop_def", L.dr_default_loop_def(), fields)) end

--- Sleeps until the frame is due. Returns the milliseconds to wait for an event, most often 0.
function Loop:wait() return get("int32_t", check_loop, L.dr_loop_wait, self._c) end

--- Reports the window's state after its events were taken. `window` has fields of dr_loop_window. Returns
--- whether the frame is due.
function Loop:polled(window)
  local made = fill("dr_loop_window", L.dr_default_loop_window(), window)
  return get("int32_t", check_loop, L.dr_loop_polled, self._c, ffi.new("dr_loop_window[1]", { made })) ~= 0
end

--- Begins a frame. Returns a dr_frame whose mode is English text.
function Loop:begin()
  local made = get("dr_frame", check_loop, L.dr_loop_begin, self._c)
  return setmetatable({
    number = tonumber(made.number), is_after_stall = made.is_after_stall ~= 0,
    mode = ffi.string(L.dr_loop_mode_text(made.mode)),
  }, { __index = made })
end

for _, name in ipairs{ "drawn", "abandon", "idle" } do
  local call = L["dr_loop_" .. name]
  Loop[name] = function(self) check_loop(call(self._c)) end
end
for _, name in ipairs{ "idle_until", "shift_time" } do
  local call = L["dr_loop_" .. name]
  Loop[name] = function(self, seconds) check_loop(call(self._c, seconds)) end
end

--- Reports that the picture was presented. Returns 1 if presenting should wait for the display, else 0.
function Loop:presented() return get("int32_t", check_loop, L.dr_loop_presented, self._c) end

--- Reports when a picture was shown.
function Loop:shown(number, age_s) check_loop(L.dr_loop_shown(self._c, number, age_s)) end

--- Seconds of the loop's clock since it was made.
function Loop:now() return get("double", check_loop, L.dr_loop_now, self._c) end

--- The evenness and the cost of the frames: dr_loop_stats.
function Loop:stats() return get("dr_loop_stats", check_loop, L.dr_loop_get_stats, self._c) end

return dr
