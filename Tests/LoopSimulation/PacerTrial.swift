// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// A pacer that runs on the frames of a simulated display, and what became of it.
package struct PacerTrial {
  package private(set) var pacer: FramePacer
  /// The mode that each frame was drawn in.
  package private(set) var modes: [PacingMode] = []
  /// Refreshes that each frame is said to have missed.
  package private(set) var missed: [Int] = []
  /// How far each step was predicted from the step that was seen, in milliseconds.
  package private(set) var errors: [Double] = []
  /// The frame at which presenting was found not to wait; nil where it was not.
  package private(set) var ranFree: Int?
  private var lastPresented: Int64 = 0

  /// - Parameter frames: The last one only ends the one before.
  package init(reported: FrameRate?, _ frames: [SimulatedDisplay.Frame]) {
    pacer = FramePacer(displayRate: reported, presentWaits: true)
    run(frames)
  }

  /// Goes on with more frames.
  package mutating func run(_ frames: [SimulatedDisplay.Frame]) {
    var before: (predicted: Double, shown: Double)?
    for (frame, next) in zip(frames, frames.dropFirst()) {
      _ = pacer.nextFrame(now: frame.begun)
      pacer.began(at: frame.begun)
      modes.append(pacer.mode)
      let predicted = Double(pacer.presentation(of: frame.begun))
      if let before {
        errors.append(abs(predicted - before.predicted - (frame.shown - before.shown)) / 1e6)
      }
      before = (predicted, frame.shown)
      let times = FrameTimes(begun: frame.begun, drawn: frame.drawn, presented: next.begun)
      let report = pacer.presented(times)
      lastPresented = next.begun
      missed.append(report.missed)
      if report.hasRunFree, ranFree == nil { ranFree = modes.count - 1 }
    }
  }

  /// Lets time pass without a frame, after the last one.
  package mutating func resume(after nanoseconds: Int64) {
    pacer.resume(at: lastPresented + nanoseconds)
  }

  /// How often the display was locked to again.
  package var relocks: Int { max(pacer.locks - 1, 0) }

  /// The step error in milliseconds that `share` of the frames after the first 200 do not exceed.
  package func error(_ share: Double) -> Double {
    let sorted = errors.dropFirst(200).sorted()
    return sorted[max(Int((share * Double(sorted.count)).rounded(.up)) - 1, 0)]
  }
}
