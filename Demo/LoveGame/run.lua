-- SPDX-License-Identifier: Apache-2.0
-- Runs a LÖVE game on DynamicRepeat's frame loop; main.lua only needs `require "run"`.
-- love.draw gets the frame; its time_s is the time at which the picture will be seen.
local dr = require "dynamic_repeat"
local ffi = require "ffi"

ffi.cdef "void *SDL_GL_GetProcAddress(const char *name);"

function love.run()
  if love.load then love.load(love.arg.parseGameArguments(arg), arg) end
  local _, _, mode = love.window.getMode()
  local loop = dr.Loop{
    display_hz = mode.refreshrate, present_waits = mode.vsync ~= 0, presents_on_time = true,
  }
  love.loop = loop
  local had_vsync = mode.vsync ~= 0 and 1 or 0
  local finish = ffi.cast("void (*)(void)", ffi.C.SDL_GL_GetProcAddress "glFinish")

  -- If a timer paces the loop, OpenGL finishes the picture before the loop waits for the time at which
  -- the picture is due. Otherwise OpenGL would still be drawing when the picture is presented.
  local function finish_picture(frame)
    if finish == nil or not frame.mode:find "^timer" then return end
    love.graphics.flushBatch()
    finish()
  end

  -- Passes an event to the game. Returns the exit code if the event ends the game, else nil.
  local function handle(name, a, ...)
    if name == "quit" and not (love.quit and love.quit()) then return a or 0 end
    love.handlers[name](a, ...)
  end

  return function()
    local timeout_ms = loop:wait()
    -- The timeout is above 0 while the window is hidden.
    if timeout_ms > 0 then love.timer.sleep(math.min(timeout_ms, 20) / 1000) end
    local events = 0
    love.event.pump()
    for name, a, b, c, d, e, f in love.event.poll() do
      events = events + 1
      local exit_code = handle(name, a, b, c, d, e, f)
      if exit_code then return exit_code end
    end
    local is_due = loop:polled{
      is_hidden = not love.window.isVisible() or love.window.isMinimized(),
      has_focus = love.window.hasFocus(), input_events = events,
    }
    if not is_due then return end
    local frame = loop:begin()
    if love.update then love.update(frame.delta_s) end
    love.graphics.origin()
    love.graphics.clear(love.graphics.getBackgroundColor())
    if love.draw then love.draw(frame) end
    finish_picture(frame)
    loop:drawn()
    love.graphics.present()
    local vsync = loop:presented()
    if vsync ~= had_vsync then
      love.window.setVSync(vsync)
      had_vsync = vsync
    end
  end
end
