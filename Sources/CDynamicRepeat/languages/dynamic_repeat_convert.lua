-- SPDX-License-Identifier: Apache-2.0
-- Loads the two libraries with LuaJIT's ffi, raises their errors, and converts values between C and Lua, for
-- dynamic_repeat.lua.
local ffi = require "ffi"
-- The folder of the module's files, as require names it.
local prefix = (... or ""):match "^(.*[./])" or ""
local declarations = require(prefix .. "dynamic_repeat_declarations")

-- LuaJIT keeps declarations when a module is reloaded, and a second cdef would fail.
if not pcall(ffi.typeof, "dr_status") then ffi.cdef(declarations.text) end

-- Writes a library of a packed game (a .love file) to the game's save folder, because the system loads
-- libraries only from real files. Returns the file's path, or nil if the game has no such library.
local function unpacked(path, name)
  local data = love.filesystem.read(path)
  if not data then return nil end
  -- In the save folder, a file of the same path would hide the one in the package.
  local folder, file = love.filesystem.getSaveDirectory(), "unpacked-" .. name
  if love.filesystem.read(file) ~= data then
    -- A complete file replaces another, because another run of the game may be using that one.
    local part = ("%s-%d-%s"):format(file, os.time(), tostring({}):gsub("%W", ""))
    local is_written, problem = love.filesystem.write(part, data)
    if is_written then is_written, problem = os.rename(folder .. "/" .. part, folder .. "/" .. file) end
    if not is_written then
      error(("%s could not be written to the game's save folder: %s"):format(name, problem), 0)
    end
  end
  return folder .. "/" .. file
end

-- Looks in this file's folder first, because a game ships the library there.
local function load_library(name)
  name = name .. ".so." .. declarations.version
  local source = debug.getinfo(1, "S").source:gsub("^@", "")
  local folder = source:match "^(.*/)" or ""
  local paths = { function() return (folder == "" and "./" or folder) .. name end }
  if love and love.filesystem then
    local base = love.filesystem.getRealDirectory(source)
    if base then table.insert(paths, 1, function() return base .. "/" .. folder .. name end) end
    paths[#paths + 1] = function() return unpacked(folder .. name, name) end
  end
  paths[#paths + 1] = function() return name end
  local is_there, library
  for _, path in ipairs(paths) do
    is_there, library = pcall(ffi.load, path())
    if is_there then return library end
  end
  error(("%s is missing: copy it to the folder of dynamic_repeat.lua (%s)"):format(name, library), 0)
end

local C = load_library "libdynamicrepeat"
local L = load_library "libdynamicrepeat-loop"
local NOW = -1e300

-- ---- Errors

local Error = { __tostring = function(error) return error.where .. error.message end }

-- The module's own files, by the `source` that debug.getinfo gives.
local own = { [debug.getinfo(1, "S").source] = true }

-- The stack level of the module's caller, for error().
local function caller()
  local level = 2
  while own[(debug.getinfo(level + 1, "S") or {}).source] do level = level + 1 end
  return level
end

-- The name in Lua of a type in C: BeatClock for dr_beat_clock.
local function class_name(type_name)
  return (("_" .. type_name:gsub("^dr_", ""):gsub("_def$", "")):gsub("_(%l)", string.upper))
end

-- Describes a value for an error.
local function shown(given)
  if type(given) == "string" then return ("%q"):format(given) end
  if type(given) == "table" then
    local name = (getmetatable(given) or {}).__name
    local is_list = type(given[1]) == "number"
    return name and "a " .. class_name(name) or is_list and "{ " .. table.concat(given, ", ") .. " }" or "a table"
  elseif type(given) == "cdata" and ffi.istype("dr_rate", given) then
    return ("dr.%s(%s)"):format(tonumber(given.unit) == 0 and "seconds" or "hz", given.value)
  end
  if type(given) ~= "cdata" then return tostring(given) end
  local type_name = tostring(ffi.typeof(given)):match "([%w_]+)[^%w_]*>$" or "value of C"
  return "a " .. (type_name:find "^dr_" and class_name(type_name) or type_name)
end

-- The names of an enumeration's values, or of a structure's fields, in the declarations.
local function listed(type_name, prefix)
  local names = {}
  local body = declarations.text:match("%f[%w_]" .. type_name .. "%s*(%b{})") or ""
  for name in body:gmatch(prefix and prefix .. "([%w_]+)" or "([%w_]+)%s*%[?%d*%]?%s*[,;]") do
    if not name:find "^reserved" and name ~= "internal_check" and name ~= "user_data" then
      names[#names + 1] = prefix and ("%q"):format(name:lower()) or name
    end
  end
  return table.concat(names, ", ")
end

local function wrong(text, ...) error(text:format(...), caller()) end

local paces = '"linear", "ease_in", "ease_out", "ease_in_out", "default", "smoothstep", '
  .. "dr.bezier(x1, y1, x2, y2) or dr.steps(4)"

-- The library's texts name C functions. For these statuses, the text for Lua.
local texts = {
  [tonumber(C.DR_ERROR_NOT_INITIALIZED)] =
    "the object is not initialized: make it with dr.Repeat, dr.BeatClock, dr.ClockFollower or dr.line",
  [tonumber(C.DR_ERROR_RATE)] =
    "a rate must be within +-1e6 cycles per second (+-953 in a bank): dr.hz(2) or dr.seconds(0.5)",
  [tonumber(C.DR_ERROR_PACE)] =
    "a pace must be " .. paces .. ": apply others to the value of a linear repeat, with dr.Curve",
  [tonumber(C.DR_ERROR_TIME)] =
    "a time must be within +-1e12 seconds (bank: 9e9, clock follower: 1e9), and not NaN",
  [tonumber(C.DR_ERROR_CYCLE)] =
    "a cycle must be within +-1e18: a whole number, such as 3, or { cycle = 3, phase = 0.5 }",
  [tonumber(C.DR_ERROR_SAVED_STATE)] =
    "not a saved state of this version, or damaged: pass the bytes of save() unchanged",
  [tonumber(C.DR_ERROR_BOUNDS)] =
    "bounds must be within +-1e6 Hz, minimum_hz first, slope_hz_per_s above 0: dr.bounds(1.6, 2.4)",
  [tonumber(C.DR_ERROR_NUMBER)] =
    "a clock follower's rate must be 1e-6 to 1e5, rate_tolerance 0 to 0.1, tolerance_s 1e-4 to 0.1, "
    .. "a position / rate within +-1e9: see dr.ClockFollower",
  [tonumber(C.DR_ERROR_TIMING)] =
    'a curve\'s numbers must be finite, steps at least 1 (jump "none": 2), stops at least one, '
    .. "a spring's positive: see dr.steps, dr.bezier and dr.Curve",
  [tonumber(C.DR_ERROR_CAPACITY)] =
    "a capacity, room or count is outside its limits: capacity 1 to 2^31, room up to capacity, stops up to 4096",
  [tonumber(C.DR_ERROR_RANGE)] = "the bank does not have these slots: pass slots below the number of values",
  [tonumber(C.DR_ERROR_SETTINGS)] =
    "the saved state does not fit the bank: make the bank with the saved one's mode and timing function",
  [tonumber(C.DR_ERROR_FLASH_LIMIT)] =
    "the line is faster than max_flash_hz allows: lock to a slower one, such as line:times(1, 2)",
  [tonumber(C.DR_ERROR_MAX_FLASH)] =
    "max_flash_hz must be at least 1.001e-9: math.huge means no limit, and WCAG allows 3",
  [tonumber(C.DR_ERROR_NEVER_ADVANCED)] =
    "started, but never advanced: call advance(time_s), or read events(time_s), in each frame",
  [tonumber(C.DR_ERROR_PAST)] =
    "that time has passed: times must not decrease; if the clock was set back, call move_timeline(now_s)",
  [tonumber(C.DR_ERROR_CYCLE_DURATION)] =
    "a cycle duration must be 1e-6 to 1e9 seconds (1/953 in a bank): dr.hz(0) stands still",
  [tonumber(C.DR_ERROR_OUT_OF_REACH)] =
    "the bounds do not allow that arrival: the error's nearest_s is the nearest possible time",
}

-- Raises the error of a status of a library. `given` describes the arguments; `nearest_s` becomes a field.
local function check(library, status, given, nearest_s)
  status = tonumber(status)
  if status == 0 then return end
  local text = library == L and ffi.string(L.dr_loop_status_text(status)) or texts[status]
  text = text or ffi.string(C.dr_status_text(status))
  local info = debug.getinfo(caller(), "Sl")
  local is_known = info and info.currentline > 0
  if given and given ~= "" then text = text .. "; the call had " .. given end
  error(setmetatable({
    status = status, nearest_s = nearest_s, message = text,
    where = is_known and ("%s:%d: "):format(info.short_src, info.currentline) or "",
  }, Error))
end

-- ---- From Lua to C

local function number(given, name)
  if type(given) ~= "number" then
    local unit = name:find "_s$" and " of seconds" or name:find "_hz$" and " of hertz" or ""
    wrong("%s must be a number%s, but is %s", name, unit, shown(given))
  end
  return given
end

local function whole(given, name)
  if type(given) == "cdata" and ffi.istype("int64_t", given) then return given end
  if type(given) ~= "number" or given % 1 ~= 0 then
    wrong("%s must be a whole number, such as 4, but is %s", name, shown(given))
  end
  return given
end

-- An enumerator's value. Its name in C is the prefix and the name in capitals.
local function choice(type_name, prefix, given, name)
  local is_known, value = pcall(ffi.new, type_name, prefix .. tostring(given):upper())
  if not is_known or type(given) ~= "string" then
    wrong("%s must be one of %s, but is %s", name, listed(type_name, prefix), shown(given))
  end
  return value
end

local expected = {
  dr_policy = "dr.restart_per_cycle(), dr.phase_matched(0) or, with a ramp in seconds, dr.phase_matched(2)",
  dr_bounds = "dr.bounds(1, 4), with rates in Hz",
  dr_pace = paces,
  dr_member = "a member, as add() returns it",
  dr_command_id = "the number that schedule() returned",
}

-- Checks that the value is a structure of a type.
local function structure(type_name, given, name)
  if type(given) == "cdata" and ffi.istype(type_name, given) then return given end
  local text = expected[type_name]
  if type_name == "dr_rate" then
    local example = type(given) == "number" and given or 2
    text = ("dr.hz(%s) or, in seconds per cycle, dr.seconds(%s)"):format(example, example)
  end
  wrong("%s must be %s, but is %s", name, text, shown(given))
end

local function position(given, name)
  if type(given) == "number" then given = { cycle = given } end
  if type(given) == "cdata" and ffi.istype("dr_position", given) then return given end
  if type(given) ~= "table" then
    wrong("%s must be a whole number, or { cycle = 3, phase = 0.5 }, but is %s", name, shown(given))
  end
  return ffi.new("dr_position", whole(given.cycle, name), number(given.phase or 0, "phase"))
end

local function flag(given, name)
  if type(given) ~= "boolean" then wrong("%s must be true or false, but is %s", name, shown(given)) end
  return given and 1 or 0
end

-- The fields with an enumeration type: the type, and the prefix of its enumerators.
local choices = {
  rest_state = { "dr_rest_state", "DR_REST_STATE_" }, reporting = { "dr_reporting", "DR_REPORTING_" },
  step_jump = { "dr_step_jump", "DR_STEP_JUMP_" }, stop_mode = { "dr_stop_mode", "DR_STOP_MODE_" },
  family = { "dr_easing_family", "DR_EASING_FAMILY_" }, unit = { "dr_rate_unit", "DR_RATE_UNIT_" },
  direction = { "dr_easing_direction", "DR_EASING_DIRECTION_" },
  timing = { "dr_loop_timing", "DR_LOOP_TIMING_" }, mode = { "dr_bank_mode", "DR_BANK_MODE_" },
  stall_rule = { "dr_stall_rule", "DR_STALL_RULE_" },
  when_unfocused = { "dr_focus_policy", "DR_FOCUS_POLICY_" },
}
local kinds = {
  dr_curve_def = { "dr_curve_kind", "DR_CURVE_" }, dr_command = { "dr_command_kind", "DR_COMMAND_" },
  dr_moment = { "dr_moment_kind", "DR_MOMENT_" },
}

-- The flags whose names do not begin with is_ or has_.
local flags = {
  autoreverses = true, present_waits = true, latches_late = true, presents_on_time = true,
  needs_picture = true, display_may_have_changed = true,
}

local fill

local function pace(given, name)
  if type(given) == "cdata" then return structure("dr_pace", given, name) end
  local fields = type(given) == "string" and { kind = given } or given
  if type(fields) ~= "table" or type(fields.kind) ~= "string" then structure("dr_pace", given, name) end
  local kind = fields.kind
  if type(given) == "string" and (kind == "bezier" or kind == "steps") then
    local made = kind == "steps" and "dr.steps(4)" or "dr.bezier(x1, y1, x2, y2)"
    wrong("%s %q needs numbers: write %s", name, kind, made)
  elseif kind == "easing" or kind == "spring" or kind == "stops" then
    local instead = ('leave the pace "linear", and apply dr.Curve{ kind = %q } to the repeat\'s value'):format(kind)
    wrong("%s cannot be %q, only %s; %s", name, kind, paces, instead)
  end
  local is_known, value = pcall(ffi.new, "dr_curve_kind", "DR_CURVE_" .. kind:upper())
  if not is_known then wrong("%s must be %s, but is %s", name, paces, shown(kind)) end
  local made, others = ffi.new "dr_pace", {}
  for field, given_field in pairs(fields) do
    if field ~= "kind" then others[field] = given_field end
  end
  made.kind = value
  return fill("dr_pace", made, others)
end

local function stops(given)
  local expected = "stops must be a list of { output, input }, such as { { 0, 0 }, { 1, 1 } }, but "
  if type(given) ~= "table" then wrong("%sis %s", expected, shown(given)) end
  local list = ffi.new("dr_curve_stop[?]", math.max(1, #given))
  for index, stop in ipairs(given) do
    if type(stop) ~= "table" or type(stop[1]) ~= "number" then
      wrong("%sstop %d is %s", expected, index, shown(stop))
    end
    list[index - 1] = { stop[1], number(stop[2] or 0 / 0, "input") }
  end
  return list
end

-- Sets fields of a structure from a table. `kept` receives the arrays that the structure points to, and so
-- keeps them alive.
function fill(type_name, made, fields, kept)
  if fields ~= nil and type(fields) ~= "table" then
    local first = listed(type_name):match "[%w_]+"
    wrong("the fields must be in a table, such as { %s = ... }, but are %s", first, shown(fields))
  end
  for field, given in pairs(fields or {}) do
    local is_there, present = pcall(function() return made[field] end)
    if not is_there or field == "internal_check" then
      local name = class_name(type_name)
      -- A program may write the fields of a spring next to it.
      local of_spring = " " .. listed "dr_spring" .. ","
      if type_name == "dr_curve_def" and of_spring:find(" " .. tostring(field) .. ",", 1, true) then
        wrong("%s is a field of spring: write spring = { %s = %s }", field, field, shown(given))
      end
      wrong("%s has no %s; it has %s", name, tostring(field), listed(type_name))
    end
    local kind = field == "kind" and kinds[type_name] or choices[field]
    if field:find "pace$" and type_name == "dr_repeat_def" and field ~= "has_return_pace" then
      given = pace(given, field)
      if field == "return_pace" then made.has_return_pace = 1 end
    elseif field == "marks" then
      if type(given) ~= "table" then
        wrong("marks must be a list, such as { 0.2, 0.7 }, but are %s", shown(given))
      end
      -- The library reports the error of a fifth mark.
      for index = 1, math.min(4, #given) do made.marks[index - 1] = number(given[index], "a mark") end
      made.mark_count, given = #given, nil
    elseif field == "stops" then
      given, made.stop_count = stops(given), #given
      kept[#kept + 1] = given
    elseif field == "timing" and type_name == "dr_bank_def" then
      given = fill("dr_curve_def", made.timing, given, kept)
    elseif field == "spring" then
      given = fill("dr_spring", made.spring, given)
    elseif field == "position" then
      given = position(given, field)
    elseif field == "cycle" then
      whole(given, field)
    elseif field == "rate" and type(present) ~= "number" then
      given = structure("dr_rate", given, field)
    elseif field == "policy" then
      given = structure("dr_policy", given, field)
    elseif kind then
      given = choice(kind[1], kind[2], given, field)
    elseif field:find "^is_" or field:find "^has_" or flags[field] then
      given = flag(given, field)
    elseif type(present) == "number" then
      number(given, field)
    end
    if given ~= nil then
      made[field] = given
      -- A fraction, or a number too large for a field of whole numbers, is not stored as it was given.
      if type(given) == "number" and given == given and made[field] ~= given then
        wrong("%s must be a whole number that fits its field, but is %s", field, shown(given))
      end
    end
  end
  return made
end

-- ---- From C to Lua

-- The word of an enumerator: the list's first word is that of 0.
local function word(value, words)
  local number = tonumber(value)
  for name in words:gmatch "%S+" do
    if number == 0 then return name end
    number = number - 1
  end
end

-- A table with the fields of a structure that `changed` does not replace.
local function form(value, changed)
  return setmetatable(changed, { __index = value })
end

-- The Lua forms of outputs. Structures without an entry are returned unchanged.
local forms = {
  int64_t = tonumber,
  dr_position = function(value) return { cycle = tonumber(value.cycle), phase = value.phase } end,
}
function forms.dr_sample(value)
  return {
    position = forms.dr_position(value.position), value = value.value, fraction = value.fraction,
    rate_hz = value.rate_hz, cycle_duration_s = value.cycle_duration_s,
    state = ffi.string(C.dr_state_text(value.state)), is_waiting = value.is_waiting ~= 0,
  }
end
function forms.dr_repeat_info(value)
  return form(value, {
    state = ffi.string(C.dr_state_text(value.state)), has_waiting_rate = value.has_waiting_rate ~= 0,
    lock_state = word(value.lock_state, "unlocked catching_up locked arriving"),
  })
end
function forms.dr_clock_arrival(value)
  return form(value, {
    is_used = value.is_used ~= 0, has_moved_line = value.has_moved_line ~= 0, has_seek = value.has_seek ~= 0,
  })
end
function forms.dr_clock_follower_info(value)
  return { state = word(value.state, "unlocked acquiring locked"), rate = value.rate }
end
function forms.dr_frame(value)
  return form(value, {
    number = tonumber(value.number), is_after_stall = value.is_after_stall ~= 0,
    mode = ffi.string(L.dr_loop_mode_text(value.mode)),
  })
end

-- Describes the arguments of a call for an error.
local function described(names, values)
  local parts = {}
  for index, name in ipairs(names) do
    local given = values[index]
    if given ~= NOW and given ~= nil then parts[#parts + 1] = name .. "=" .. shown(given) end
  end
  return table.concat(parts, ", ")
end

-- Describes a table of fields for an error.
local function described_fields(fields)
  local names, values = {}, {}
  for name in pairs(fields or {}) do names[#names + 1] = name end
  table.sort(names)
  for index, name in ipairs(names) do
    values[index] = fields[name]
  end
  return described(names, values)
end

-- ---- Methods

-- The conversion of an argument, by its name; other arguments are numbers.
local arguments = {
  rate = function(given, name) return structure("dr_rate", given, name) end,
  policy = function(given, name) return structure("dr_policy", given, name) end,
  member = function(given, name) return structure("dr_member", given, name) end,
  id = function(given, name) return structure("dr_command_id", given, name) end,
  beat = whole, numerator = whole, over = whole, number = whole,
}
-- The values of arguments that are left out.
local defaults = { time_s = NOW, duty = 0.5, cycles = 1, over = 1, offset = 0 }

-- Checks that a method was called with a colon, on an object that is not closed.
local function object(self, meta, name)
  if getmetatable(self) ~= meta then
    wrong("call %s with a colon, as in object:%s()", name, name)
  elseif self._c == nil then
    local class = class_name(meta.__name)
    wrong("this %s is closed: make a new one with dr.%s", class, class)
  end
  return self._c
end

-- Adds methods that call C functions. A method's text has the names of its arguments, those that may be left
-- out with a question mark, and after "->" the type of the output and the function's name in C, if it is
-- another one.
local function add_methods(methods, meta, library, prefix, texts)
  for name, text in pairs(texts) do
    local before, type_name, c_name = text:match "^(.-)%s*%->%s*(%S+)%s*(%S*)$"
    local call = library[prefix .. ((c_name or "") ~= "" and c_name or name)]
    local names, optional = {}, {}
    for argument, mark in (before or text):gmatch "([%w_]+)(%??)" do
      names[#names + 1] = argument
      optional[#names] = mark == "?"
    end
    local output = type_name and ffi.typeof(type_name .. "[1]")
    methods[name] = function(self, ...)
      local c, count, values = object(self, meta, name), #names, { ... }
      if select("#", ...) > count then
        wrong("%s takes %s, but got %d arguments", name,
          count == 0 and "no arguments" or table.concat(names, ", "), select("#", ...))
      end
      for index, argument in ipairs(names) do
        local given = values[index]
        if given == nil and optional[index] then given = defaults[argument] end
        values[index] = (arguments[argument] or number)(given, argument)
      end
      local made = output and output()
      values[count + 1] = made
      check(library, call(c, unpack(values, 1, made and count + 1 or count)), described(names, values))
      if not made then return end
      -- Returns a copy, because a reference into the array would not keep the array alive.
      local value = type(made[0]) == "number" and made[0] or ffi.new(type_name, made[0])
      return forms[type_name] and forms[type_name](value) or value
    end
  end
end

return {
  C = C, L = L, NOW = NOW, own = own, add_methods = add_methods, check = check, choice = choice,
  described_fields = described_fields, fill = fill, flag = flag, forms = forms, number = number,
  object = object, position = position, shown = shown, structure = structure, whole = whole, wrong = wrong,
}
