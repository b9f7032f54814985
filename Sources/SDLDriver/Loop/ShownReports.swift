// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import FramePacing

/// The compositor's reports of presentation times, by Wayland's protocol `wp_presentation`.
///
/// An object exists only while a loop runs, because it needs the window and the connection.
final class ShownReports {
  private let wayland: UnsafeMutablePointer<dr_wayland>

  /// - Returns: nil if nothing reports presentation times: on X11, without a display, or if the
  ///   compositor lacks the protocol.
  init?(_ window: OpaquePointer) {
    let handles = dr_sdl_handles_of(window)
    let opened = dr_wayland_open(handles.connection, handles.surface)
    guard let opened else { return nil }
    wayland = opened
  }

  deinit { dr_wayland_close(wayland) }

  /// Requests the report of the next presented picture.
  func expect(_ number: Int) { dr_wayland_expect(wayland, Int64(number)) }

  /// Passes the received reports to the loop.
  func take(_ loop: inout FrameLoop, recording statistics: inout FrameStatistics) {
    var (number, time): (Int64, Int64) = (0, 0)
    while dr_wayland_next(wayland, &number, &time) != 0 {
      loop.shown(Int(number), at: time, recording: &statistics)
    }
  }
}
