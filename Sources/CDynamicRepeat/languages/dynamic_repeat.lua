-- SPDX-License-Identifier: Apache-2.0
-- Flashing, pulsing and cycling at a rate that may change at any time, without jumps or drift; for LuaJIT
-- and LÖVE.
--
--   local dr = require "dynamic_repeat"
--   local flash = dr.Repeat{ rate = dr.hz(2) }   -- each field has the C header's default
--   flash:start()                                -- at the first advance
--   for frame = 0, 60 do
--     local time_s = frame / 60
--     for event in flash:events(time_s) do       -- each event since the last frame, at its exact time
--       print(event.kind, event.time_s)          -- flash:start() here would start at that time
--     end
--     print(flash:value(time_s))                 -- 0 default state ... 1 alternate state
--   end
--
-- Enumerators are strings, such as "ease_in". A time_s that is left out is the present time. Whole numbers are
-- exact up to 2^53. An invalid call raises an error: a string if an argument has the wrong type, else an object
-- whose field status is a number such as dr.C.DR_ERROR_RATE, and whose field message is the library's text. A
-- repeat, a line, a beat clock and a clock follower are plain data: copy() returns a saved state. dr.C and dr.L
-- also have every function of the C headers.
local ffi = require "ffi"
-- The module's files may be in a folder of the game, as for require "lib.dynamic_repeat".
local prefix = (... or ""):match "^(.*[./])" or ""
local convert = require(prefix .. "dynamic_repeat_convert")

convert.own[debug.getinfo(1, "S").source] = true

local C, L, NOW, check, wrong = convert.C, convert.L, convert.NOW, convert.check, convert.wrong
local fill, forms, number, object = convert.fill, convert.forms, convert.number, convert.object
local position, structure, whole = convert.position, convert.structure, convert.whole
local add_methods = convert.add_methods
local dr = { C = C, L = L }

--- A rate in cycles per second: at 0 a repeat stands still, and at a negative rate it runs backwards.
function dr.hz(rate) return C.dr_hz(number(rate, "rate")) end

--- A rate in seconds per cycle. The direction of motion stays the same.
function dr.seconds(per_cycle) return C.dr_seconds(number(per_cycle, "per_cycle")) end

--- The policy that applies a new rate at the end of the present cycle.
function dr.restart_per_cycle() return C.dr_restart_per_cycle() end

--- The policy that applies a new rate at once, or over a linear ramp of `ramp_s` seconds.
function dr.phase_matched(ramp_s) return C.dr_phase_matched(number(ramp_s or 0, "ramp_s")) end

--- The pace of a cubic Bezier curve.
function dr.bezier(x1, y1, x2, y2)
  return fill("dr_pace", ffi.new("dr_pace", { kind = "DR_CURVE_BEZIER" }), {
    x1 = number(x1, "x1"), y1 = number(y1, "y1"), x2 = number(x2, "x2"), y2 = number(y2, "y2"),
  })
end

--- The pace of a staircase. `jump` is "start", "end", "none" or "both", as in CSS's steps().
function dr.steps(count, jump)
  return fill("dr_pace", ffi.new("dr_pace", { kind = "DR_CURVE_STEPS" }), {
    step_count = whole(count, "count"), step_jump = jump or "end",
  })
end

--- Limits of the rate while a repeat catches up.
function dr.bounds(minimum_hz, maximum_hz, slope_hz_per_s)
  return ffi.new("dr_bounds", number(minimum_hz, "minimum_hz"), number(maximum_hz, "maximum_hz"),
    number(slope_hz_per_s or math.huge, "slope_hz_per_s"))
end

--- Limits of the rate below and above `rate_hz`: bounds_around(2, 0.2) is 2 Hz +-20 %.
function dr.bounds_around(rate_hz, fraction)
  return C.dr_bounds_around(number(rate_hz, "rate_hz"), number(fraction, "fraction"))
end

-- Checks the arguments of a function that takes only a table with these fields.
local function check_names(name, fields, known, example, ...)
  if type(fields) ~= "table" or select("#", ...) > 0 then wrong("%s takes a table: write %s", name, example) end
  for field in pairs(fields) do
    if not known[field] then wrong("%s has no %s: write %s", name, tostring(field), example) end
  end
end

-- Makes a class whose objects hold plain data. Returns its methods, its metatable, and the function that makes
-- an object with the data that `init` writes; for its error, `given` describes the arguments.
local function plain(type_name)
  local methods = {}
  local meta = { __index = methods, __name = type_name }
  local function wrap(given, init, ...)
    local data = ffi.new(type_name .. "[1]")
    if init then check(C, init(data, ...), given) end
    return setmetatable({ _c = data }, meta)
  end
  --- Copies the object. The copy is a saved state.
  function methods:copy()
    local made = wrap()
    made._c[0] = object(self, meta, "copy")[0]
    return made
  end
  return methods, meta, wrap
end

-- ---- Lines

local Line, line_meta, make_line = plain "dr_line"

--- A line to lock to: a motion at a constant rate that reaches `cycle` + `phase` at `time_s`.
function dr.line(cycle, phase, time_s, rate_hz)
  return make_line(nil, C.dr_line_init, position({ cycle = cycle, phase = phase }, "cycle"),
    number(time_s, "time_s"), number(rate_hz, "rate_hz"))
end

function forms.dr_line(value)
  local made = make_line()
  made._c[0] = value
  return made
end

-- times(numerator, over, offset) is the line that runs `numerator` cycles during `over` cycles of this one (1
-- by default), and is `offset` cycles ahead (0 by default).
add_methods(Line, line_meta, C, "dr_line_", { times = "numerator over? offset? -> dr_line" })

-- ---- Repeat

local Repeat, repeat_meta, make_repeat = plain "dr_repeat"

--- An idle repeat. `fields` has fields of dr_repeat_def; `marks` is a list of up to four phases.
function dr.Repeat(fields)
  local def = fill("dr_repeat_def", C.dr_default_repeat_def(), fields)
  return make_repeat(convert.described_fields(fields), C.dr_repeat_init,
    ffi.new("dr_repeat_def[1]", { def }))
end

local function bytes_of(data)
  if type(data) == "string" then return data end
  wrong("the state must be a string that save() returned, but is %s", convert.shown(data))
end

--- Makes a repeat from the bytes returned by save().
function dr.restore(bytes) return make_repeat(nil, C.dr_repeat_restore, bytes_of(bytes), #bytes, nil) end

repeat_meta.__eq = function(a, b) return C.dr_repeat_equals(a._c, b._c) == 1 end

-- A command takes effect at its time_s, or now if there is none. advance(time_s) advances the present time, and
-- drops the events on the way. cancel(id) takes the id that schedule() returned. value, sample, next_change and
-- next_switch accept any time; info() and line() are for the present time.
add_methods(Repeat, repeat_meta, C, "dr_repeat_", {
  start = "time_s?", pause = "time_s?", resume = "time_s?", reverse = "time_s?", set_rate = "rate time_s?",
  set_policy = "policy time_s?", set_repeat_count = "cycles time_s?", blink = "cycles? time_s?",
  ramp = "rate ramp_s time_s?", unlock = "", move_timeline = "now_s", cancel = "id",
  advance = "time_s",
  value = "time_s -> double", sample = "time_s -> dr_sample", next_change = "time_s -> double",
  next_switch = "time_s duty? -> double", info = "-> dr_repeat_info get_info", line = "-> dr_line get_line",
})

--- Ends the run: "at_cycle_end", the default, "immediately" or "freeze".
function Repeat:stop(mode, time_s)
  local c = object(self, repeat_meta, "stop")
  mode = convert.choice("dr_stop_mode", "DR_STOP_MODE_", mode or "at_cycle_end", "mode")
  check(C, C.dr_repeat_stop(c, mode, number(time_s or NOW, "time_s")))
end

--- Jumps to a position of the run.
function Repeat:seek(cycle, phase, is_silent, time_s)
  local c, to = object(self, repeat_meta, "seek"), position({ cycle = cycle, phase = phase }, "cycle")
  if is_silent == nil then is_silent = true end
  is_silent, time_s = convert.flag(is_silent, "is_silent"), number(time_s or NOW, "time_s")
  check(C, C.dr_repeat_seek(c, to, is_silent, time_s), ("cycle=%s, phase=%s"):format(cycle, phase or 0))
end

-- The fields that each kind of command takes; those with an exclamation mark have no default.
local fields_of = {
  start = "", pause = "", resume = "", reverse = "", stop = "stop_mode", rate = "rate!", ramp = "rate! ramp_s!",
  policy = "policy!", seek = "position! is_silent", repeat_count = "repeat_count!",
}

local function checked_command(command)
  local kind = type(command) == "table" and command.kind
  local known = fields_of[kind]
  if not known then
    local examples = '{ kind = "reverse" } or { kind = "rate", rate = dr.hz(2) }'
    wrong("the command must be a table such as %s, but is %s", examples,
      kind and ("{ kind = %q }"):format(tostring(kind)) or convert.shown(command))
  end
  local takes = { kind = true }
  for field, needed in known:gmatch "([%w_]+)(!?)" do
    takes[field] = true
    if needed == "!" and command[field] == nil then wrong("the command %q needs %s", kind, field) end
  end
  for field in pairs(command) do
    if not takes[field] then wrong("the command %q has no %s", kind, tostring(field)) end
  end
  return fill("dr_command", ffi.new("dr_command", { is_silent = 1 }), command)
end

--- Schedules a command, such as { kind = "reverse" }, for a moment: { time_s = 2 }, { cycle = 5 } or
--- { phase = 0.5 }; by default, for the next cycle. Returns an id for cancel.
function Repeat:schedule(command, moment)
  local c, kind = object(self, repeat_meta, "schedule"), "next_cycle"
  moment = moment or {}
  if type(moment) ~= "table" then
    wrong("the moment must be { time_s = 2 }, { cycle = 5 } or { phase = 0.5 }, but is %s", tostring(moment))
  end
  for field in pairs(moment) do
    if kind ~= "next_cycle" then wrong("a moment has one of time_s, cycle and phase, not two") end
    if field ~= "time_s" and field ~= "cycle" and field ~= "phase" then
      wrong("a moment has time_s, cycle or phase, but no %s", tostring(field))
    end
    kind = field == "time_s" and "time" or field
  end
  local made = ffi.new("dr_command[1]", { checked_command(command) })
  local at = fill("dr_moment", ffi.new "dr_moment", { kind = kind })
  local id = ffi.new "dr_command_id[1]"
  check(C, C.dr_repeat_schedule(c, made, ffi.new("dr_moment[1]", { fill("dr_moment", at, moment) }), id))
  return ffi.new("dr_command_id", id[0])
end

--- Brings the repeat into step with a line as soon as the bounds allow, and lets it follow the line:
--- flash:lock(dr.BeatClock{ beats_per_minute = 120 }:line(), dr.bounds_around(2, 0.2)).
function Repeat:lock(line, bounds)
  local c = object(self, repeat_meta, "lock")
  if getmetatable(line) ~= line_meta then
    wrong("line must be the line() of a clock or another repeat, or %s, but is %s",
      "dr.line(cycle, phase, time_s, rate_hz)", convert.shown(line))
  end
  local given = bounds and ffi.new("dr_bounds[1]", { structure("dr_bounds", bounds, "bounds") })
  check(C, C.dr_repeat_lock(c, line._c, given))
end

--- Lets the repeat reach a phase, or a cycle and phase, at a given time. `target` has the fields phase, cycle
--- and rate. Without rate, the repeat continues at the requested rate. If the bounds do not allow the arrival,
--- the error OUT_OF_REACH has the nearest possible time in nearest_s.
function Repeat:arrive(target, time_s, bounds)
  local c, arrival, nearest = object(self, repeat_meta, "arrive"), ffi.new "dr_arrival[1]", ffi.new "double[1]"
  if type(target) ~= "table" then
    wrong("the target must be { phase = 0.5 } or { cycle = 3, phase = 0.5 }, but is %s", tostring(target))
  end
  arrival[0].kind = target.cycle and "DR_ARRIVAL_POSITION" or "DR_ARRIVAL_PHASE"
  arrival[0].position = position({ cycle = target.cycle or 0, phase = target.phase }, "cycle")
  arrival[0].time_s = number(time_s, "time_s")
  arrival[0].bounds = structure("dr_bounds", bounds, "bounds")
  if target.rate then
    arrival[0].rate, arrival[0].has_rate = structure("dr_rate", target.rate, "rate"), 1
  end
  local status = C.dr_repeat_arrive(c, arrival, nearest)
  check(C, status, "time_s=" .. time_s, status == C.DR_ERROR_OUT_OF_REACH and nearest[0] or nil)
end

--- The events up to a time, as an iterator. The loop over it advances the present time: to each event, and to
--- `time_s` at its end. A command in the loop takes effect at the exact time of its event. Without a loop,
--- nothing advances.
function Repeat:events(time_s)
  local c, event = object(self, repeat_meta, "events"), ffi.new "dr_event[1]"
  number(time_s, "time_s")
  return function()
    if C.dr_repeat_next_event(c, time_s, event) == 0 then
      check(C, event[0].status, "time_s=" .. tostring(time_s))
      return nil
    end
    local made = event[0]
    return {
      kind = ffi.string(C.dr_event_kind_text(made.kind)), cycle = tonumber(made.cycle),
      count = tonumber(made.count), time_s = made.time_s, lateness_s = made.lateness_s,
      mark = made.kind == C.DR_EVENT_MARK and made.mark or nil,
    }
  end
end

--- Whether a blinking repeat is on. It is on for the fraction `duty`, 0.5 by default, at the start of each
--- cycle.
function Repeat:is_on(time_s, duty)
  local c = object(self, repeat_meta, "is_on")
  duty = number(duty or 0.5, "duty")
  if not (duty >= 0 and duty <= 1) then check(C, C.DR_ERROR_PHASE, "duty=" .. tostring(duty)) end
  local is_on = C.dr_repeat_is_on(c, number(time_s, "time_s"), duty) == 1
  -- The C function also returns 0 after an error, which this call raises.
  if not is_on then self:value(time_s) end
  return is_on
end

--- The present state as a string of bytes, the same on every machine.
function Repeat:save()
  local room, size = ffi.new "uint8_t[2048]", ffi.new "size_t[1]"
  check(C, C.dr_repeat_save(object(self, repeat_meta, "save"), room, 2048, size))
  return ffi.string(room, size[0])
end

-- ---- Beat clocks, clock followers

local BeatClock, clock_meta, make_clock = plain "dr_beat_clock"

--- A clock: BeatClock{ beats_per_minute = 120, time_s = 0, beats_per_bar = 4 }. Beat 0, which begins a bar, is
--- at `time_s`, 0 by default. A bar has 4 beats by default.
function dr.BeatClock(fields, ...)
  local example = "dr.BeatClock{ beats_per_minute = 120, time_s = 0, beats_per_bar = 4 }"
  check_names("BeatClock", fields, { beats_per_minute = true, time_s = true, beats_per_bar = true }, example, ...)
  local beats_per_minute = number(fields.beats_per_minute, "beats_per_minute")
  local time_s = number(fields.time_s or 0, "time_s")
  local beats_per_bar = whole(fields.beats_per_bar or 4, "beats_per_bar")
  return make_clock(convert.described_fields(fields), C.dr_beat_clock_init, beats_per_minute, time_s, beats_per_bar)
end

-- At tempo 0, next_bar(time_s) is the error NO_ANSWER.
add_methods(BeatClock, clock_meta, C, "dr_beat_clock_", {
  set_tempo = "beats_per_minute time_s", line = "-> dr_line get_line", beat = "time_s -> dr_position",
  time_of_beat = "beat -> double", next_bar = "time_s -> int64_t", phase_in_bar = "time_s -> double",
})

--- Moves the music so that it is at `beat` at `time_s`. The beat is a whole number or, as beat() returns it,
--- { cycle = 3, phase = 0.5 }.
function BeatClock:seek(beat, time_s)
  local c = object(self, clock_meta, "seek")
  check(C, C.dr_beat_clock_seek(c, position(beat, "beat"), number(time_s, "time_s")))
end

local Follower, follower_meta, make_follower = plain "dr_clock_follower"

--- Follows a clock whose readings are late. `fields` has fields of dr_clock_follower_def.
function dr.ClockFollower(fields)
  local def = fill("dr_clock_follower_def", C.dr_default_clock_follower_def(), fields)
  return make_follower(convert.described_fields(fields), C.dr_clock_follower_init,
    ffi.new("dr_clock_follower_def[1]", { def }))
end

-- add(position, time_s) adds a reading of the followed clock (the leader). It returns a dr_clock_arrival.
-- position(time_s) is the position to show. line(time_s) is the leader's line, for lock().
add_methods(Follower, follower_meta, C, "dr_clock_follower_", {
  add = "position time_s -> dr_clock_arrival", position = "time_s -> double", line = "time_s -> dr_line get_line",
  info = "-> dr_clock_follower_info get_info",
})

-- ---- Objects that close() or Lua's garbage collector frees

-- Makes a class whose objects own memory of a library. Returns its methods, its metatable, and the function
-- that makes an object from its default definition and the fields that a program gives.
local function owned(library, type_name)
  local methods = {}
  local meta = { __index = methods, __name = type_name }
  -- The closure keeps the libraries loaded until the last object is freed.
  local function free(object) return C and L and library[type_name .. "_destroy"](object) end
  --- Frees the object. A second close has no effect; any other later call is an error.
  function methods:close()
    if self._c ~= nil then free(ffi.gc(self._c, nil)) end
    self._c = nil
  end
  local function create(def)
    local made = ffi.new(type_name .. " *[1]")
    check(library, library[type_name .. "_create"](def, made))
    return ffi.gc(made[0], free)
  end
  return methods, meta, function(default, fields)
    local kept = {}
    local def = ffi.new(type_name .. "_def[1]", { default })
    fill(type_name .. "_def", def[0], fields, kept)
    return setmetatable({ _c = create(def), _def = def, _kept = kept, _create = create }, meta)
  end
end

local Curve, curve_meta, make_curve = owned(C, "dr_curve")

--- A timing function. `fields` has fields of dr_curve_def; stops is a list of { output, input }. The fields of a
--- spring are a table: dr.Curve{ kind = "spring", spring = { stiffness = 200, damping = 20 } }.
function dr.Curve(fields) return make_curve(C.dr_default_curve_def(), fields) end

-- value(progress) is the value at a progress in 0 ... 1. settling_duration() is the time in seconds after
-- which a spring's distance from 1 never exceeds its tolerance again.
add_methods(Curve, curve_meta, C, "dr_curve_", {
  value = "progress -> double", settling_duration = "-> double",
})

local Bank, bank_meta, make_bank = owned(C, "dr_bank")

--- Many repeats that share a timing function. `fields` has fields of dr_bank_def; `fields.timing` has fields
--- of dr_curve_def.
function dr.Bank(fields) return make_bank(C.dr_default_bank_def(), fields) end

-- Continues with a new bank in C, so that the arrays that evaluate() returned stay valid.
local function renew(self, saved, room)
  self._def[0].room = room
  local made = self._create(self._def)
  check(C, C.dr_bank_restore(made, saved, #saved))
  if not self._is_shown then Bank.close(self) end
  self._c, self._is_shown = made, false
end

-- Makes room for another member. The memory of a bank whose values were returned must not move.
local function make_room(self)
  local info, capacity = ffi.new "dr_bank_info[1]", self._def[0].capacity
  check(C, C.dr_bank_get_info(self._c, info))
  local last = info[0]["end"]
  if info[0].count == last and self._def[0].room <= last and last < capacity then
    renew(self, self:save(), math.min(math.max(64, 2 * last), capacity))
  end
end

--- Adds a repeat: add{ rate = dr.hz(2), time_s = now_s, phase = 0 } is at `phase`, 0 by default, at `time_s`.
--- Returns the member's handle.
function Bank:add(fields, ...)
  local c = object(self, bank_meta, "add")
  local example = "add{ rate = dr.hz(2), time_s = 0, phase = 0 }"
  check_names("add", fields, { rate = true, time_s = true, phase = true }, example, ...)
  local rate, time_s = structure("dr_rate", fields.rate, "rate"), number(fields.time_s, "time_s")
  local phase, made = number(fields.phase or 0, "phase"), ffi.new "dr_member[1]"
  if self._is_shown then
    make_room(self)
    c = self._c
  end
  check(C, C.dr_bank_add(c, rate, phase, time_s, made), ("phase=%s, time_s=%s"):format(phase, time_s))
  return ffi.new("dr_member", made[0])
end

add_methods(Bank, bank_meta, C, "dr_bank_", {
  remove = "member", set_rate = "member rate policy time_s", value = "member time_s -> double",
  move_timeline = "now_s",
})

--- The slot of a member: the index of its value.
function Bank:slot(member)
  local c = object(self, bank_meta, "slot")
  if C.dr_bank_contains(c, structure("dr_member", member, "member")) == 0 then check(C, C.DR_ERROR_HANDLE) end
  return C.dr_member_slot(member)
end

--- Evaluates all slots. Returns the values by slot, from 0, and their number.
---
--- Keep the first result as long as its values are read: it keeps the bank's memory, and a pointer computed
--- from it does not. The next evaluate() writes its values to the same memory. If the bank needs more memory, is
--- restored or is closed, the array keeps its last values.
function Bank:evaluate(time_s)
  local c = object(self, bank_meta, "evaluate")
  check(C, C.dr_bank_evaluate(c, number(time_s, "time_s")), "time_s=" .. tostring(time_s))
  local values, count = ffi.new "const float *[1]", ffi.new "uint32_t[1]"
  check(C, C.dr_bank_all_values(c, values, count))
  self._is_shown = true
  return ffi.gc(values[0], function() return c end), count[0]
end

--- All members as a string of bytes, the same on every machine.
function Bank:save()
  local c, size = object(self, bank_meta, "save"), ffi.new "size_t[1]"
  local status = C.dr_bank_save(c, nil, 0, size)
  if status ~= C.DR_ERROR_BUFFER then check(C, status) end
  local room = ffi.new("uint8_t[?]", size[0])
  check(C, C.dr_bank_save(c, room, size[0], size))
  return ffi.string(room, size[0])
end

--- Replaces all members by those that save() has returned; their handles are the same. After an error, the
--- members are those of before.
function Bank:restore(bytes)
  object(self, bank_meta, "restore")
  renew(self, bytes_of(bytes), 0)
end

local close_bank = Bank.close

--- Frees the bank, unless an array that evaluate() has returned exists; Lua then frees it after the last array.
function Bank:close()
  if self._is_shown then self._c = nil end
  close_bank(self)
end

local Loop, loop_meta, make_loop = owned(L, "dr_loop")

--- A frame loop. `fields` has fields of dr_loop_def. The loop belongs to the thread that made it.
function dr.Loop(fields) return make_loop(L.dr_default_loop_def(), fields) end

-- wait() sleeps until the frame is due, and returns the milliseconds to wait for an event, most often 0.
-- begin() returns a dr_frame whose mode is English text. presented() returns 1 if presenting should wait for
-- the display, else 0. stats() returns dr_loop_stats.
add_methods(Loop, loop_meta, L, "dr_loop_", {
  wait = "-> int32_t", begin = "-> dr_frame", presented = "-> int32_t", now = "-> double",
  stats = "-> dr_loop_stats get_stats", drawn = "", shown = "number age_s", abandon = "", idle = "",
  idle_until = "until_s", shift_time = "delta_s",
})

--- Reports the window's state; call it after taking the events. `window` has fields of dr_loop_window.
--- Returns whether the frame is due.
function Loop:polled(window)
  local c, is_due = object(self, loop_meta, "polled"), ffi.new "int32_t[1]"
  local made = ffi.new("dr_loop_window[1]", { fill("dr_loop_window", L.dr_default_loop_window(), window) })
  check(L, L.dr_loop_polled(c, made, is_due))
  return is_due[0] ~= 0
end

return dr
