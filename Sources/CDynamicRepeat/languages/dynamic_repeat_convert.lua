-- SPDX-License-Identifier: Apache-2.0
-- Loads the two libraries with LuaJIT's ffi, raises their errors, and converts their values to Lua, for
-- dynamic_repeat.lua.
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

local C = load_library "libdynamicrepeat.so.0.4"
local L = load_library "libdynamicrepeat-loop.so.0.4"
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
  timing = { "dr_loop_timing", "DR_LOOP_TIMING_" }, mode = { "dr_bank_mode", "DR_BANK_MODE_" },
  stall_rule = { "dr_stall_rule", "DR_STALL_RULE_" },
  when_unfocused = { "dr_focus_policy", "DR_FOCUS_POLICY_" },
}
local kinds = {
  dr_pace = { "dr_curve_kind", "DR_CURVE_" }, dr_curve_def = { "dr_curve_kind", "DR_CURVE_" },
  dr_command = { "dr_command_kind", "DR_COMMAND_" }, dr_moment = { "dr_moment_kind", "DR_MOMENT_" },
  dr_policy = { "dr_policy_kind", "DR_POLICY_" },
}

-- Sets fields of a structure from a table; true and false become 1 and 0. `kept` receives the
-- arrays that the structure points to, and so keeps them alive.
local function fill(type_name, made, fields, kept)
  for field, given in pairs(fields or {}) do
    local kind = field == "kind" and kinds[type_name] or choices[field]
    if field:find "pace$" and type(given) == "string" then given = { kind = given } end
    if kind and type(given) == "string" then given = choice(kind[1], kind[2], given) end
    if type(given) == "boolean" then given = given and 1 or 0 end
    if field == "return_pace" then made.has_return_pace = 1 end
    if type(given) == "table" and field:find "pace$" then
      given = fill("dr_pace", ffi.new "dr_pace", given)
    elseif type(given) == "table" and field == "timing" then
      given = fill("dr_curve_def", made.timing, given, kept)
    elseif type(given) == "table" and field == "stops" then
      local list = ffi.new("dr_curve_stop[?]", math.max(1, #given))
      for index, stop in ipairs(given) do list[index - 1] = { stop[1], stop[2] or 0 / 0 } end
      made.stop_count, kept[#kept + 1], given = #given, list, list
    end
    local is_fine, problem = pcall(function() made[field] = given end)
    if not is_fine then wrong("%s of %s: %s", field, type_name, (problem:gsub("^.-: ", ""))) end
  end
  return made
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
function forms.dr_frame(value)
  return setmetatable({
    number = tonumber(value.number), is_after_stall = value.is_after_stall ~= 0,
    mode = ffi.string(L.dr_loop_mode_text(value.mode)),
  }, { __index = value })
end

-- Calls a function that returns a status. An argument of the wrong type raises an error with `name`.
local function perform(name, checked, call, ...)
  local is_fine, status = pcall(call, ...)
  if not is_fine then wrong("%s: %s", name, (status:gsub("^.-: ", ""))) end
  checked(status)
end

-- Calls a function whose last argument is an output, and returns the output.
local function get(name, type_name, checked, call, ...)
  local made = ffi.new(type_name .. "[1]")
  local arguments, length = { ... }, select("#", ...)
  arguments[length + 1] = made
  perform(name, checked, call, unpack(arguments, 1, length + 1))
  -- Returns a copy, because a reference into the array would not keep the array alive.
  local value = type(made[0]) == "number" and made[0] or ffi.new(type_name, made[0])
  return forms[type_name] and forms[type_name](value) or value
end

-- Adds methods that call the C functions of the same names. The keys of `names` are the methods. If a
-- function has an output, the value is the output's type, or the C name and the type if the C name differs
-- from the method's. If it has no output, the value is the number of arguments before an optional time, or -1
-- if it takes no optional time.
local function add_methods(methods, library, checked, prefix, names)
  for name, output in pairs(names) do
    local c_name, type_name = tostring(output):match "^(%S+) (%S+)$"
    local call = library[prefix .. (c_name or name)]
    if type(output) == "string" then
      type_name = type_name or output
      methods[name] = function(self, ...) return get(name, type_name, checked, call, self._c, ...) end
    else
      methods[name] = function(self, ...)
        local arguments = { ... }
        if output >= 0 then arguments[output + 1] = arguments[output + 1] or NOW end
        perform(name, checked, call, self._c, unpack(arguments, 1, math.max(output + 1, #arguments)))
      end
    end
  end
end

return {
  C = C, L = L, NOW = NOW, own = own, check = check, check_loop = check_loop, choice = choice, fill = fill,
  get = get, add_methods = add_methods,
}
