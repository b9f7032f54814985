-- SPDX-License-Identifier: Apache-2.0
-- The benchmark's square in LÖVE, with love.run, or with our loop if the argument is "loop".
-- square.c describes the picture.
local is_ours = arg[#arg] == "loop"
if is_ours then require "run" end
love.window.setMode(640, 480)
local x = 0

function love.update(delta_s) if not is_ours then x = x + 240 * delta_s end end

function love.draw(frame)
  if is_ours then x = 240 * frame.time_s end
  local graphics = love.graphics
  if love.keyboard.isDown("space") then graphics.clear(1, 1, 1) end
  graphics.setColor(1, 176 / 255, 0)
  graphics.rectangle("fill", x % 600, 100, 40, 40)
  local hundredths = math.floor(x * 100) % 0x1000000
  graphics.setColor(
    math.floor(hundredths / 65536) / 255, math.floor(hundredths / 256) % 256 / 255,
    hundredths % 256 / 255)
  graphics.rectangle("fill", 0, 0, 8, 8)
end
