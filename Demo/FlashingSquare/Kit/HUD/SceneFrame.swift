// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

extension Scene {
  /// Draws the frame around the scene: its title, an instruction, and space for the bar of scenes.
  /// - Parameters:
  ///   - title: The title; `nil` for the scene's own.
  ///   - sentence: The text under the title; it names the thing to watch, and the thing to drag.
  ///   - brief: The text if the sentence does not fit.
  ///   - details: The figures that replace the sentence while details are shown, as many as fit.
  /// - Returns: The space inside.
  func drawFrame(
    title: String? = nil, _ sentence: String, brief: String, details: [String] = [],
    _ status: FrameStatus, on canvas: inout Canvas
  ) -> PixelBox {
    let large = canvas.face(.title, .bold)
    var box = canvas.metrics.frame
    _ = box.takeBottom(SceneBar.height(on: canvas))
    _ = box.takeTop(canvas.px(10))
    box = box.inset(canvas.px(24), 0)
    // A canvas.small window shows only the picture.
    guard canvas.shownText != .none else { return box }
    let first = box.takeTop(large.lineHeight)
    let second = box.takeTop(canvas.small.lineHeight, gap: canvas.px(10))
    let title = title ?? Self.title
    canvas.text(title, large, Palette.text, x: first.x, y: first.y)
    let paused = status.paused.map { "\($0); Space continues" }
    let figures = (0..<details.count).reversed().map { details[...$0].joined(separator: ", ") }
    let texts = (paused.map { [$0] } ?? []) + (status.showsDetails ? figures : []) + [sentence]
    let shown = texts.first { canvas.width(of: $0, canvas.small) <= second.width } ?? brief
    let end =
      canvas.text(
        shown, canvas.small,
        paused == nil ? Palette.dim : Palette.notice, x: second.x,
        y: second.y
      ).right
    // Notes about keys and the autopilot are next to the title or to the sentence.
    let least = canvas.px(16) + canvas.width(of: status.text, canvas.small)
    let isAbove = first.x + canvas.width(of: title, large) + least <= first.right
    if !status.text.isEmpty, isAbove || end + least <= first.right {
      canvas.text(
        status.text, canvas.small, status.notice == nil ? Palette.dim : Palette.notice,
        x: first.right, y: isAbove ? first.y + large.ascent - canvas.small.ascent : second.y,
        align: .right)
    }
    return box
  }
}

/// The state of the frames, and of the overlays on every scene.
struct FrameStatus: Hashable, Sendable {
  /// All statistics of the loop, for the overlay with the frame clock.
  var statistics = FrameStatistics()

  var showsDetails = false
  /// Whether there is a sound device.
  var hasSound = true
  /// A message, such as the place of a written file, or the state of a key, L or T.
  var notice: String?
  /// The open scene's note about the autopilot.
  var steering: String?

  /// The open scene's text for its pause, drawn by ``Scene/drawFrame``.
  var paused: String?

  /// The notice; without one, the frame rate if details are shown, and otherwise the autopilot's
  /// note.
  var text: String {
    if let notice { return notice }
    if showsDetails, statistics.count > 0 {
      return "\(NumberText.fixed(statistics.framesPerSecond, 1)) frames a second"
    }
    return steering ?? ""
  }
}
