-- SPDX-License-Identifier: Apache-2.0
-- A square blinks once a second, at any frame rate. Up and Down change the rate at once, without a
-- jump; Esc quits. With a number as the argument, the game ends after that number of frames.
local dr = require "dynamic_repeat"
require "run"

-- More than three flashes a second could cause seizures.
local blink = dr.Repeat{
  rate = dr.hz(1), policy = dr.phase_matched(), max_flash_hz = 3,
}
local rate_hz, frames, last_cycle_s, blink_s = 1, math.huge, nil, nil

function love.load(arguments)
  frames = tonumber(arguments[1]) or math.huge
  blink:start()
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
  if key == "up" or key == "down" then
    rate_hz = rate_hz * (key == "up" and 2 or 0.5)
    blink:set_rate(dr.hz(rate_hz))
  end
end

function love.draw(frame)
  for event in blink:events(frame.time_s) do
    if event.kind == "cycle" then
      blink_s = last_cycle_s and frame.presentation_s - last_cycle_s
      last_cycle_s = frame.presentation_s
    end
  end
  love.graphics.setBackgroundColor(0.09, 0.09, 0.13)
  if blink:is_on(frame.time_s) then
    love.graphics.setColor(1, 0.38, 0.25)
  else
    love.graphics.setColor(0.25, 0.25, 0.31)
  end
  love.graphics.rectangle("fill", 110, 70, 100, 100)
  if frame.number + 1 >= frames then love.event.quit() end
end

function love.quit()
  local rate = love.loop:stats().frames_per_s
  local taken = blink_s and ("%.4f s"):format(blink_s) or "longer than the run"
  print(("%.2f Hz; a blink takes %s"):format(rate, taken))
end
