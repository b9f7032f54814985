-- SPDX-License-Identifier: Apache-2.0
-- Prints value, position and number of events of each frame, as trace.c does.
local dr = require "dynamic_repeat"
local ffi = require "ffi"

local function bits(value)
  local number = ffi.new("union { double value; uint64_t bits; }", { value = value })
  return (tostring(number.bits):gsub("ULL", ""))
end

local kinds = { [0] = "restart_per_cycle", "phase_matched" }
local flash = dr.Repeat{
  policy = { kind = kinds[tonumber(arg[1])], ramp_s = 0.7, shape = "smooth" },
  flood = "all", event_capacity = 1000,
}
flash:start()
for frame = 0, 1499 do
  local time_s = frame / 60
  local events = flash:advance(time_s)
  if frame % 100 == 10 then
    flash:set_cycle_duration(0.3 + frame / 1000)
  elseif frame % 100 == 40 then
    flash:set_rate(frame % 7 - 2.5)
  elseif frame % 100 == 60 then
    flash:schedule(
      { kind = "seek", position = { cycle = 2, phase = 0.9 }, is_silent = true },
      { kind = "phase", phase = 0.4 })
  elseif frame % 100 == 90 then
    flash:schedule({ kind = "reverse" }, { kind = "time", time_s = time_s + 0.3 })
  end
  local sample = flash:sample(time_s + 0.005)
  local position = sample.position
  print(("%s %d %s %d"):format(bits(sample.value), position.cycle, bits(position.phase), #events))
end
