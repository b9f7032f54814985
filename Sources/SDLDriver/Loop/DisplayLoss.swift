// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import Glibc
internal import Synchronization

/// The part of the display that was lost.
public enum DisplayLoss: UInt8, Hashable, Sendable {
  /// The connection to the server or compositor, which died or disconnected the program.
  case connection = 1
  /// The window, which another program destroyed.
  case window = 2
}

/// The recorded loss, or 0.
///
/// It is global because Xlib's handlers get no context; they run on the drawing thread.
private let lost = Atomic<UInt8>(0)
/// The X identifier of the watched window.
private let watched = Atomic<UInt>(0)

/// Keeps Xlib from ending the process when the server dies or the window is destroyed.
///
/// Xlib's own handlers call `exit` inside the SDL call that noticed the error, and SDL's cleanup in
/// an `atexit` handler can then hang. The handlers of this type record the loss and return; libX11
/// 1.7 and later allow a handler to return. The loop checks for a loss after each frame.
final class DisplayWatch {
  private let x11: OpaquePointer?
  private let wayland: UnsafeMutableRawPointer?

  /// Watches the display of a window.
  init(_ window: OpaquePointer) {
    let handles = dr_sdl_handles_of(window)
    x11 = csdl_x11_display(window)
    wayland = handles.is_x11 == 0 ? handles.connection : nil
    if let x11 { csdl_x11_outlive(x11) }
  }

  /// Watches the window whose loop now runs.
  func watch(_ window: OpaquePointer) {
    if loss == .window { lost.store(0, ordering: .relaxed) }
    watched.store(UInt(dr_sdl_handles_of(window).x_window), ordering: .relaxed)
  }

  /// Prevents an endless wait in closing a window that another program has destroyed.
  ///
  /// `SDL_DestroyWindow` hides the window first, and `X11_HideWindow` of SDL 2.26 then waits for
  /// the window's UnmapNotify event without a limit. Under a window manager, SDL has often read
  /// that event already, so this method puts one into the queue.
  func prepareToDestroy(_ window: OpaquePointer) {
    guard let x11 else { return }
    // The server answers only after it has reported the errors of earlier requests, so `loss` is up
    // to date afterwards.
    csdl_x11_sync(x11)
    if loss == .window { csdl_x11_report_hidden(x11, dr_sdl_handles_of(window).x_window) }
  }

  /// Asks the server whether the window still exists.
  ///
  /// A hidden window is not drawn, so no error would show its loss.
  func checkWindow() {
    if let x11 { csdl_x11_check(x11, XID(watched.load(ordering: .relaxed))) }
  }

  /// The loss, if any.
  var loss: DisplayLoss? { DisplayLoss(rawValue: lost.load(ordering: .relaxed)) }

  /// Checks whether the compositor is gone, because SDL reports its end as the user's wish to quit.
  func checkCompositor() {
    guard let wayland, csdl_wayland_error(wayland) != 0 else { return }
    lost.store(DisplayLoss.connection.rawValue, ordering: .relaxed)
  }

  /// Replaces a dead connection by a pipe that stays empty.
  ///
  /// The dead connection is always readable, so `SDL_WaitEventTimeout` would poll it until its
  /// time-out, at 100 % of a core. Pushing an event into SDL's queue cannot end that wait: SDL
  /// would also send the event to the server, and Xlib's own handler of SDL's second connection
  /// would end the process.
  private static func silence(_ display: OpaquePointer?) {
    var ends: [CInt] = [-1, -1]
    if let display, pipe(&ends) == 0 { dup2(ends[0], csdl_x11_descriptor(display)) }
  }

  /// Installs Xlib's handlers, before SDL opens its connections.
  ///
  /// SDL's own error handler calls the handler installed here, and SDL restores that handler
  /// before closing its connections. A late message on the second connection can still cause an
  /// error after that, so the handlers are never removed.
  static func catchErrors() {
    csdl_x11_handle(
      { _, event in DisplayWatch.errorCame(event) },
      { display in
        lost.store(DisplayLoss.connection.rawValue, ordering: .relaxed)
        DisplayWatch.silence(display)
        return 0
      })
  }

  /// Records an error about the watched window as the window's loss, and prints other errors.
  ///
  /// The program continues, while Xlib's own handler would end the process. Errors about a lost
  /// window's pixmaps and contexts are ignored.
  private static func errorCame(_ event: UnsafeMutablePointer<XErrorEvent>?) -> CInt {
    if let event, event.pointee.resourceid == watched.load(ordering: .relaxed) {
      lost.store(DisplayLoss.window.rawValue, ordering: .relaxed)
      return 0
    }
    guard lost.load(ordering: .relaxed) == 0, let error = event?.pointee else { return 0 }
    let line =
      "X error \(error.error_code) for request \(error.request_code).\(error.minor_code)\n"
    line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    return 0
  }
}

/// Whether SDL must not be called any more, because its cleanup would wait for a lost server.
var connectionIsLost: Bool {
  lost.load(ordering: .relaxed) == DisplayLoss.connection.rawValue
}
