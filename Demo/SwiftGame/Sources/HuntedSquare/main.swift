// SPDX-License-Identifier: Apache-2.0
//
// The flashing square as a game: a hunter chases a square, which flashes faster as it loses health.
// Keys: arrows or WASD move, Space pauses, Esc quits. `--frames N` ends the game after N frames.
import DynamicRepeat
import Glibc
import SDLDriver

struct Game {
  var player = Point(x: 300, y: 270)
  var hunter = Point(x: 800, y: 120)
  var health = 1.0
  var isAwake = false  // The hunter sleeps until the player's first move.
  var isPaused = false
  var flash = RepeatController(cycleDuration: 2, policy: .phaseMatched)

  mutating func move(_ x: Double, _ y: Double, for seconds: Double) {
    isAwake = isAwake || x != 0 || y != 0
    player.x = min(max(player.x + 250 * x * seconds, 40), 920)
    player.y = min(max(player.y + 250 * y * seconds, 60), 500)
    let (dx, dy) = (player.x - hunter.x, player.y - hunter.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard isAwake else { return }
    if distance > 60 {
      hunter.x += 150 * seconds * dx / distance
      hunter.y += 150 * seconds * dy / distance
    }
    // The hunter causes harm when it is near; otherwise the square recovers.
    let change = distance < 170 ? 0.25 * (distance / 170 - 1) : 0.1
    health = min(max(health + change * seconds, 0), 1)
  }

  /// Cycles take 2 s at full health and 0.35 s at none, so the square never flashes more than three
  /// times a second.
  mutating func update(at time: Double) throws {
    flash.advance(to: time)
    try flash.setRate(.cycleDuration(0.35 + 1.65 * health))
  }

  func draw(on renderer: inout Renderer, at time: Double) throws {
    // Blue means calm, orange means alarmed.
    let color = flash.value(at: time, from: Color(rgb: 0x2b5f8f), to: Color(rgb: 0xffb732))
    let square = RGBA8(color.sRGB8)
    try renderer.clear(RGBA8(red: 0x0f, green: 0x13, blue: 0x18))
    try renderer.fill(Self.box(hunter, 20), RGBA8(red: 0xc9, green: 0xd3, blue: 0xde))
    try renderer.fill(Self.box(player, 32), square)
    try renderer.fill(PixelRect(x: 0, y: 0, width: Float(960 * health), height: 10), square)
  }

  static func box(_ middle: Point, _ half: Double) -> PixelRect {
    PixelRect(
      x: Float(middle.x - half), y: Float(middle.y - half), width: Float(2 * half),
      height: Float(2 * half))
  }
}

var game = Game()
game.flash.start()
var options = LoopOptions()
let words = CommandLine.arguments.dropFirst()
if !words.isEmpty {
  guard words.count == 2, words.first == "--frames", let frames = Int(words[2]), frames > 0 else {
    print("Usage: HuntedSquare [--frames N], N above 0")
    exit(64)
  }
  options.frameLimit = frames
}
let session = try Session(.display)
var window = try Window(session, WindowOptions(title: "The hunted square"))
try window.run(options) { frame, input, window in
  if input.wasPressed(.space) {
    game.isPaused.toggle()
    try game.flash.perform(game.isPaused ? .pause : .resume)
  }
  let held = { (keys: Key...) in keys.contains { input.state.isHeld($0) } ? 1.0 : 0 }
  if !game.isPaused {
    game.move(held(.right, .d) - held(.left, .a), held(.down, .s) - held(.up, .w), for: frame.delta)
  }
  try game.update(at: frame.time)
  try game.draw(on: &window.renderer, at: frame.time)
  return .continue
}
