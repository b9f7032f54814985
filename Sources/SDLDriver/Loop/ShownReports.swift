// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import FramePacing

/// The compositor's reports of when each picture was shown: Wayland's protocol `wp_presentation`.
///
/// It lives while a loop runs, so that its window and the connection are there.
final class ShownReports {
  private let wayland: UnsafeMutablePointer<dr_wayland>

  /// - Returns: nil where nothing reports that: on X11, without a display, and where the compositor
  ///   does not have the protocol.
  init?(_ window: OpaquePointer) {
    let opened = dr_wayland_open(csdl_wayland_display(window), csdl_wayland_surface(window))
    guard let opened else { return nil }
    wayland = opened
  }

  deinit { dr_wayland_close(wayland) }

  /// Asks for the report of the picture that is presented next.
  func expect(_ number: Int) { dr_wayland_expect(wayland, Int64(number)) }

  /// Gives the loop the reports that came with the events.
  func take(_ loop: inout FrameLoop, recording statistics: inout FrameStatistics) {
    var (number, time): (Int64, Int64) = (0, 0)
    while dr_wayland_next(wayland, &number, &time) != 0 {
      loop.shown(Int(number), at: time, recording: &statistics)
    }
  }
}
