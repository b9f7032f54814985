// SPDX-License-Identifier: Apache-2.0
//
// A real window for the tests: the flashing square on our loop, with statistics at the end.
// Options: --frames N, --late, --accelerated, --software, --flip (the space key changes the
// square), --idle (like --flip, but draws only after input), --trace FILE, --square (the
// benchmark's moving square). Prints why the loop ended, then the report.

import FramePacing
import Glibc
import SDLDriver

/// The argument after an option.
func value(_ name: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: name) else { return nil }
  return CommandLine.arguments.dropFirst(index + 1).first
}

func has(_ name: String) -> Bool { CommandLine.arguments.contains(name) }

func write(_ line: String, to descriptor: CInt) {
  _ = (line + "\n").withCString { Glibc.write(descriptor, $0, strlen($0)) }
}

func report(_ line: String) {
  write(line, to: STDOUT_FILENO)
}

/// Draws the benchmark's moving square, which Squares/square.c describes.
func drawMovingSquare(_ frame: Frame, isHeld: Bool, _ window: inout Window) throws {
  let x = 240 * frame.time
  let hundredths = UInt32(x * 100) & 0xFF_FFFF
  try window.renderer.clear(isHeld ? RGBA8(red: 255, green: 255, blue: 255) : .black)
  try window.renderer.fill(
    PixelRect(x: Float(x.truncatingRemainder(dividingBy: 600)), y: 100, width: 40, height: 40),
    RGBA8(red: 255, green: 176, blue: 0))
  try window.renderer.fill(
    PixelRect(x: 0, y: 0, width: 8, height: 8),
    RGBA8(
      red: UInt8(hundredths >> 16), green: UInt8(hundredths >> 8 & 255),
      blue: UInt8(hundredths & 255)))
}

func run(frameLimit: Int?) throws -> Int32 {
  let session = try Session()
  var opening = WindowOptions(title: "Loop probe")
  (opening.width, opening.height) = (640, 480)
  if has("--accelerated") { opening.renderer = .accelerated }
  if has("--software") { opening.renderer = .software }
  var window = try Window(session, opening)
  var options = LoopOptions()
  options.frameLimit = frameLimit
  options.latchesLate = has("--late")
  options.presentsOnTime = has("--square")
  options.noticesUserSignal = true
  var arrivals: [String] = []
  var flashes = 0
  var short = 0
  var lastMode: PacingMode?
  var lastSize: PixelSize?
  var processorTime: Int64 = 0
  let clock = SystemClock()
  let end = try window.run(options) { frame, input, window in
    processorTime = SystemClock.processTime()
    if frame.number > 0, frame.rawDelta < frame.refreshPeriod / 2 { short += 1 }
    if frame.mode != lastMode {
      report("frame \(frame.number): \(frame.mode), after \(short) short intervals")
    }
    lastMode = frame.mode
    if frame.isAfterStall { report("stall before frame \(frame.number), delta \(frame.delta)") }
    if has("--trace") {
      arrivals.append("\(clock.now()),\(Int64(frame.delta * 1e9)),\(frame.missed)")
    }
    let size = window.renderer.outputSize
    if size != lastSize { report("size \(size.width)x\(size.height) of \(window.size.width)") }
    lastSize = size
    if input.events.contains(.statisticsRequested) { report(window.statistics.report) }
    flashes += input.wasPressed(.space) ? 1 : 0
    if has("--square") {
      try drawMovingSquare(frame, isHeld: input.state.isHeld(.space), &window)
      return .continue
    }
    let phase = frame.time.truncatingRemainder(dividingBy: 1)
    let level =
      has("--idle") || has("--flip")
      ? UInt8(flashes % 2 * 255) : UInt8(255 * (1 - abs(2 * phase - 1)))
    try window.renderer.clear(.black)
    try window.renderer.fill(
      PixelRect(x: 220, y: 140, width: 200, height: 200),
      RGBA8(red: level, green: level, blue: level))
    return has("--idle") ? .wait : .continue
  }
  let computed = (SystemClock.processTime() - processorTime) / 1_000_000
  report("processor    \(computed) ms since the last frame")
  if case .displayLost(.connection) = end {
    do { _ = try Session(.headless) } catch { report("again        \(error)") }
  }
  if let path = value("--trace"), let file = fopen(path, "w") {
    fputs("arrival_ns,delta_ns,missed\n" + arrivals.joined(separator: "\n") + "\n", file)
    fclose(file)
  }
  report("end          \(end)")
  report(window.statistics.report)
  if case .displayLost = end { return 70 }
  return 0
}

do {
  let frameLimit = value("--frames").flatMap { Int($0) }
  exit(try run(frameLimit: frameLimit))
} catch DriverError.noDisplay(let detail) {
  write("\(DriverError.noDisplay(detail: detail))", to: STDERR_FILENO)
  exit(69)
} catch {
  write("\(error)", to: STDERR_FILENO)
  exit(1)
}
