// SPDX-License-Identifier: Apache-2.0

public import FramePacing
internal import RepeatTiming

/// One frame of a recorded run: all that its body was given.
public struct RecordedFrame: Hashable, Sendable {
  /// Number, times, mode.
  public let frame: Frame
  /// What happened since the frame before.
  public let events: [InputEvent]
  /// The size that it was drawn at, in pixels.
  public let outputSize: PixelSize
  /// Pixels per unit of the desktop, which layouts may depend on.
  public let pixelDensity: Float

  /// A frame of a run.
  public init(
    frame: Frame, events: [InputEvent], outputSize: PixelSize, pixelDensity: Float = 1
  ) {
    self.frame = frame
    self.events = events
    self.outputSize = outputSize
    self.pixelDensity = pixelDensity
  }

  /// The order is part of the format: new modes go to the end.
  private static let modes: [PacingMode] = [
    .acquiring(.started), .acquiring(.rateChanged), .acquiring(.resumed), .locked,
    .timer(.requested),
    .timer(.noSwapControl), .timer(.freeRunning), .timer(.virtual), .throttled, .paused(.hidden),
    .paused(.idle), .paused(.unfocused), .variable,
  ]

  var bytes: [UInt8] {
    ByteWriter.bytes { out in
      out.write(RecordingFormat.frameKind)
      out.write(frame.number)
      out.write(frame.time)
      out.write(frame.delta)
      out.write(frame.rawDelta)
      out.write(frame.presentationTime)
      out.write(frame.refreshPeriod)
      out.write(frame.reportedPeriod != nil)
      if let period = frame.reportedPeriod { out.write(period) }
      out.write(frame.missed)
      out.write(frame.isAfterStall)
      out.write(UInt8(Self.modes.firstIndex(of: frame.mode) ?? Self.modes.count))
      out.write(outputSize.width)
      out.write(outputSize.height)
      out.write(pixelDensity)
      out.write(UInt32(events.count))
      for event in events { event.write(to: &out) }
    }
  }

  /// - Parameter content: A record without its length, kind and sum.
  init(_ content: inout ByteReader) throws(RecordingFault) {
    let number = try content.take(Int.self)
    let time = try content.take(Double.self)
    let delta = try content.take(Double.self)
    let rawDelta = try content.take(Double.self)
    let presentationTime = try content.take(Double.self)
    let refreshPeriod = try content.take(Double.self)
    let reported = try content.take(Bool.self) ? try content.take(Double.self) : nil
    let missed = try content.take(Int.self)
    let isAfterStall = try content.take(Bool.self)
    let mode = try content.choice(Self.modes, "mode")
    let times = [time, delta, rawDelta, presentationTime, refreshPeriod, reported ?? 0]
    guard times.allSatisfy({ $0.magnitude < 9e9 }), (0...1e9).contains(delta), refreshPeriod > 0
    else { throw RecordingFault(reason: "times that no frame has: \(times)") }
    guard number >= 0, (0...1_000_000_000_000).contains(missed) else {
      throw RecordingFault(reason: "frame \(number), with \(missed) refreshes missed")
    }
    frame = Frame(
      number: number, time: time, delta: delta, refreshPeriod: refreshPeriod, missed: missed,
      rawDelta: rawDelta, presentationTime: presentationTime, reportedPeriod: reported,
      isAfterStall: isAfterStall, mode: mode)
    let width = try content.take(Int.self)
    let height = try content.take(Int.self)
    guard (1...16_384).contains(width), (1...16_384).contains(height) else {
      throw RecordingFault(reason: "an output of \(width) x \(height) pixels")
    }
    outputSize = PixelSize(width: width, height: height)
    pixelDensity = try content.take(Float.self)
    guard (0.01...100).contains(pixelDensity) else {
      throw RecordingFault(reason: "an output of \(pixelDensity) pixels a unit")
    }
    var events: [InputEvent] = []
    for _ in 0..<(try content.take(UInt32.self)) { events.append(try InputEvent(&content)) }
    guard content.bytesLeft == 0 else { throw RecordingFault(reason: "bytes after the last event") }
    self.events = events
  }
}
