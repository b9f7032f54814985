-- SPDX-License-Identifier: Apache-2.0
-- The Lua driver of the script protocol: see Tests/ControllerScripts/Protocol.md.
local dr = require "dynamic_repeat"
local C = dr.C

local NOW = -1e300
local problems = {
  [tonumber(C.DR_ERROR_FULL)] = "full", [tonumber(C.DR_ERROR_PAST)] = "timeHasPassed",
  [tonumber(C.DR_ERROR_NOT_MOVING)] = "notMoving",
  [tonumber(C.DR_ERROR_OUT_OF_BOUNDS)] = "rateOutOfBounds",
  [tonumber(C.DR_ERROR_FLASH_LIMIT)] = "rateOutOfBounds",
  [tonumber(C.DR_ERROR_OUT_OF_REACH)] = "outOfReach",
}
local modes = { stopAtCycleEnd = "at_cycle_end", stopImmediately = "immediately", freeze = "freeze" }

-- A number with all digits, so that it is read back exactly.
local function text(number) return ("%.17g"):format(number) end

-- Converts "two words" or two_words to twoWords.
local function camel(name) return (name:gsub("[ ,_]+(%l)", string.upper)) end

-- Reads the words of one line in order.
local Words = {}
Words.__index = Words

local function read(line)
  local words = setmetatable({ index = 0 }, Words)
  for word in line:gmatch "%S+" do words[#words + 1] = word end
  return words
end

function Words:next()
  self.index = self.index + 1
  return self[self.index]
end

function Words:take(word)
  if self[self.index + 1] ~= word then return false end
  self.index = self.index + 1
  return true
end

function Words:number() return tonumber(self:next()) end

function Words:rate()
  local make = self:next() == "hertz" and dr.hz or dr.seconds
  return make(self:number())
end

function Words:policy()
  if self:next() == "restartPerCycle" then return dr.restart_per_cycle() end
  return dr.phase_matched(self:number())
end

function Words:bounds()
  local least, most = self:number(), self:number()
  return dr.bounds(least, most, self:number())
end

function Words:moment()
  local kind = self:next()
  if kind == "nextCycle" then return {} end
  return { [kind == "time" and "time_s" or kind] = self:number() }
end

function Words:command()
  local name = self:next()
  if modes[name] then return { kind = "stop", stop_mode = modes[name] } end
  if name == "rate" then return { kind = name, rate = self:rate() } end
  if name == "policy" then return { kind = name, policy = self:policy() } end
  if name == "count" then return { kind = "repeat_count", repeat_count = self:number() } end
  if name == "ramp" then
    local seconds = self:number()
    return { kind = name, ramp_s = seconds, rate = self:rate() }
  end
  if name:find "^seek" then
    local cycle = self:number()
    return { kind = "seek", position = { cycle = cycle, phase = self:number() }, is_silent = name == "seek" }
  end
  return { kind = name }
end

function Words:settings()
  local fields = { now_s = 0, pace = "linear", marks = {} }
  local numbers = {
    count = "repeat_count", delay = "repeat_delay_s", startPhase = "start_phase",
    limit = "max_flash_hz",
  }
  for name in function() return self:next() end do
    if name == "oneWay" then fields.autoreverses = false
    elseif name == "restAtLastValue" then fields.rest_state = "last_value"
    elseif name == "all" then fields.reporting = "all"
    elseif name == "unset" then fields.now_s = nil
    elseif name == "mark" then table.insert(fields.marks, self:number())
    elseif numbers[name] then fields[numbers[name]] = self:number()
    else fields[name] = self[name](self) end
  end
  return fields
end

local function show(flash, time_s, events)
  local sample = flash:sample(time_s)
  local parts = { table.concat({
    camel(sample.state), ("%d"):format(sample.position.cycle), text(sample.position.phase),
    text(sample.fraction), text(sample.rate_hz), tostring(sample.is_waiting),
  }, " ") }
  for _, event in ipairs(events or {}) do
    parts[#parts + 1] = ("%s%s %d %d %s %s"):format(
      camel(event.kind), event.mark or "", event.cycle, event.count, text(event.time_s), text(event.lateness_s))
  end
  return table.concat(parts, " | ")
end

local flash, scheduled

-- The function for the first word of a line. It returns the answer as a string, or a table of
-- events.
local verbs = {}

verbs["do"] = function(words) flash:schedule(words:command(), { time_s = NOW }) end

function verbs.at(words)
  local moment = words:moment()
  scheduled[#scheduled + 1] = false
  scheduled[#scheduled] = flash:schedule(words:command(), moment)
end

function verbs.cancel(words)
  local id = scheduled[words:number() + 1]
  if not id then return end
  local is_fine, problem = pcall(flash.cancel, flash, id)
  if not is_fine and problem.status ~= tonumber(C.DR_ERROR_NOT_FOUND) then error(problem) end
end

-- Returns the events up to a time, or the first of them.
local function read_events(time_s, is_first)
  local events = {}
  for event in flash:events(time_s) do
    events[#events + 1] = event
    if is_first then break end
  end
  return events
end

function verbs.next(words) return read_events(words:number(), true) end
function verbs.advance(words) return read_events(words:number()) end
function verbs.sample(words) return show(flash, words:number()) end
function verbs.save() flash = dr.restore(flash:save()) end
function verbs.move(words) flash:move_timeline(words:number()) end
function verbs.unlock() flash:unlock() end
function verbs.nextChange(words) return text(flash:next_change(words:number())) end

function verbs.isOn(words)
  local time_s = words:number()
  return tostring(flash:is_on(time_s, words:number()))
end

function verbs.nextSwitch(words)
  local time_s = words:number()
  return text(flash:next_switch(time_s, words:number()))
end

function verbs.lock(words)
  local cycle, phase, time_s = words:number(), words:number(), words:number()
  local line = dr.line(cycle, phase, time_s, words:number())
  flash:lock(line, words:take "within" and words:bounds() or nil)
end

function verbs.arrive(words)
  local target = {}
  if words:next() == "position" then target.cycle = words:number() end
  target.phase = words:number()
  local time_s = words:number()
  if words:take "then" then target.rate = words:rate() end
  words:take "within"
  flash:arrive(target, time_s, words:bounds())
end

local function answer(line)
  local words = read(line)
  if words:take "settings" then
    flash, scheduled = dr.Repeat(words:settings()), {}
    return "made"
  end
  local result = verbs[words:next()](words)
  if type(result) == "string" then return result end
  return show(flash, math.max(flash:info().now_s, -1e12), result)
end

for line in io.lines() do
  local is_fine, result = pcall(answer, line)
  if not is_fine then
    if type(result) ~= "table" then error(result) end
    if result.status == tonumber(C.DR_ERROR_NEVER_ADVANCED) then
      result = "error neverAdvanced"
    else
      local nearest = result.nearest_s and problems[result.status] == "outOfReach"
        and " " .. text(result.nearest_s) or ""
      result = "error " .. problems[result.status] .. nearest
    end
  end
  print(result)
end
