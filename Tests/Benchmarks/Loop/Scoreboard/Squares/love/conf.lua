-- SPDX-License-Identifier: Apache-2.0
function love.conf(settings)
  settings.window.title = "Square"
  settings.window.width, settings.window.height = 640, 480
  settings.modules.audio = false
  settings.modules.sound = false
end
