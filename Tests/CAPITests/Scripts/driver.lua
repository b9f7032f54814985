-- SPDX-License-Identifier: Apache-2.0
-- Carries out the scripts of Tests/ControllerScripts/check.py through the LuaJIT module.
local dr = require "dynamic_repeat"
local ffi = require "ffi"

-- Numbers are printed with all of their digits.
local function text(number) return ("%.17g"):format(number) end

local function reader(line)
  local next_word = line:gmatch "%S+"
  local words = { word = next_word }
  function words.number() return tonumber(next_word()) end
  function words.rate()
    local unit = next_word()
    return (unit == "hertz" and dr.hz or dr.seconds)(words.number())
  end
  function words.policy()
    if next_word() == "restartPerCycle" then return dr.restart_per_cycle() end
    return dr.phase_matched(words.number())
  end
  function words.moment()
    local kind = next_word()
    if kind == "nextCycle" then return { kind = "next_cycle" } end
    return { kind = kind, [kind == "time" and "time_s" or kind] = words.number() }
  end
  function words.command()
    local name = next_word()
    local modes = { stopAtCycleEnd = "at_cycle_end", stopImmediately = "immediately", freeze = "freeze" }
    if modes[name] then return { kind = "stop", stop_mode = modes[name] } end
    if name == "rate" then return { kind = name, rate = words.rate() } end
    if name == "ramp" then return { kind = name, ramp_s = words.number(), rate = words.rate() } end
    if name == "policy" then return { kind = name, policy = words.policy() } end
    if name == "count" then return { kind = "repeat_count", repeat_count = words.number() } end
    if name:find "^seek" then
      local position = ffi.new("dr_position", words.number(), words.number())
      return { kind = "seek", position = position, is_silent = name == "seek" }
    end
    return { kind = name }
  end
  function words.settings()
    local fields = { now_s = 0, pace = "linear" }
    local long = { count = "repeat_count", delay = "repeat_delay_s", startPhase = "start_phase" }
    for name in next_word do
      if name == "oneWay" then fields.autoreverses = false
      elseif name == "restAtLastValue" then fields.rest_state = "last_value"
      elseif name == "all" then fields.reporting = "all"
      elseif long[name] then fields[long[name]] = words.number()
      else fields[name] = words[name]() end
    end
    return fields
  end
  return words
end

local kinds = {
  ["toward alternate"] = "towardAlternate", ["toward default"] = "towardDefault",
  ["stopped at cycle end"] = "stopped-cycleEnd", ["stopped immediately"] = "stopped-immediately",
  frozen = "stopped-frozen", finished = "stopped-finished",
}

local flash, scheduled

-- What `call` returns, or nil and "full" or "gone".
local function try(call)
  local is_fine, result = pcall(call)
  if is_fine then return result or true end
  if result.status == dr.C.DR_ERROR_FULL then return nil, "full" end
  if result.status == dr.C.DR_ERROR_NOT_FOUND then return nil, "gone" end
  error(result)
end

local function play(line)
  local words = reader(line)
  local verb, time_s, events = words.word(), flash:info().now_s, {}
  if verb == "do" or verb == "at" then
    local moment = verb == "at" and words.moment() or { kind = "time", time_s = -1e300 }
    local command = words.command()
    local id, problem = try(function() return flash:schedule(command, moment) end)
    if verb == "at" then scheduled[#scheduled + 1] = id or false end
    if problem then return problem end
  elseif verb == "cancel" then
    local id = scheduled[words.number() + 1]
    if id then try(function() flash:cancel(id) end) end
  elseif verb == "save" then
    local restored = dr.restore(flash:save())
    if restored ~= flash then return "restored differs" end
    flash = restored
  elseif verb == "advance" then
    time_s = words.number()
    events = flash:advance(time_s)
  elseif verb == "sample" then
    time_s = words.number()
  end
  local sample = flash:sample(time_s)
  local state = sample.state == "paused stopping" and "pausedStopping" or sample.state
  local parts = { table.concat({
    state, ("%d"):format(sample.position.cycle), text(sample.position.phase), text(sample.fraction),
    text(sample.rate_hz), tostring(sample.is_waiting),
  }, " ") }
  for _, event in ipairs(events) do
    parts[#parts + 1] = ("%s %d %d %s %s"):format(
      kinds[event.kind] or event.kind, event.cycle, event.count, text(event.time_s),
      text(event.lateness_s))
  end
  return table.concat(parts, " | ")
end

for line in io.lines() do
  if line:find "^settings" then
    local words = reader(line)
    words.word()
    flash, scheduled = dr.Repeat(words.settings()), {}
    print "made"
  else
    print(play(line))
  end
end
