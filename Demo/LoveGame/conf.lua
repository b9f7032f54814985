-- SPDX-License-Identifier: Apache-2.0
function love.conf(settings)
  settings.window.title = "Blink"
  settings.window.width, settings.window.height = 320, 240
  settings.modules.audio = false
  settings.modules.sound = false
end
