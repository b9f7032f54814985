// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import Glibc
internal import Synchronization

/// The part of the display that was lost.
public enum DisplayLoss: UInt8, Hashable, Sendable {
  /// The connection to the server or compositor: it died, or threw the program out.
  case connection = 1
  /// The window: another program destroyed it.
  case window = 2
}

/// What was lost so far, or 0: Xlib's handlers get no context, and run on the thread that draws.
private let lost = Atomic<UInt8>(0)
/// X's name of the window that is watched.
private let watched = Atomic<UInt>(0)

/// Keeps Xlib from ending the process when the server dies or the window is destroyed.
///
/// Xlib's own handlers call `exit`, inside whatever SDL call noticed it, and an `atexit` that
/// leaves SDL can then hang. These handlers note what happened and return, which libX11 1.7 and
/// later allow; the loop checks after each frame. Xlib's functions are looked up where SDL has
/// loaded them, so that nothing here links to it.
final class DisplayWatch {
  private typealias IOHandler = @convention(c) (OpaquePointer?) -> CInt
  private typealias ErrorHandler =
    @convention(c) (OpaquePointer?, UnsafePointer<XErrorEvent>?) -> CInt
  private typealias ExitHandler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
  private typealias SetIOHandler = @convention(c) (IOHandler?) -> IOHandler?
  private typealias SetErrorHandler = @convention(c) (ErrorHandler?) -> ErrorHandler?
  private typealias SetExitHandler =
    @convention(c) (OpaquePointer?, ExitHandler?, UnsafeMutableRawPointer?) -> Void
  private typealias Sync = @convention(c) (OpaquePointer?, CInt) -> CInt
  private typealias PutBack = @convention(c) (OpaquePointer?, UnsafeMutablePointer<XEvent>?) -> CInt
  private typealias Attributes =
    @convention(c) (OpaquePointer?, UInt, UnsafeMutablePointer<XWindowAttributes>?) -> CInt
  private typealias ConnectionNumber = @convention(c) (OpaquePointer?) -> CInt
  private typealias WaylandError = @convention(c) (OpaquePointer?) -> CInt

  private let setIOHandler: SetIOHandler?
  private let setErrorHandler: SetErrorHandler?
  private let ioHandlerBefore: IOHandler?
  private let errorHandlerBefore: ErrorHandler?
  private let x11: OpaquePointer?
  private let sync: Sync?
  private let putBack: PutBack?
  private let attributes: Attributes?
  private let wayland: OpaquePointer?
  private let waylandError: WaylandError?

  /// Watches the display that a window is shown on.
  init(_ window: OpaquePointer) {
    wayland = csdl_wayland_display(window).map { OpaquePointer($0) }
    waylandError =
      wayland == nil ? nil : Xlib.function("wl_display_get_error", in: "libwayland-client.so.0")
    let display = csdl_x11_display(window).map { OpaquePointer($0) }
    let isX11 = display != nil
    x11 = display
    sync = isX11 ? Xlib.function("XSync") : nil
    putBack = isX11 ? Xlib.function("XPutBackEvent") : nil
    attributes = isX11 ? Xlib.function("XGetWindowAttributes") : nil
    setIOHandler = isX11 ? Xlib.function("XSetIOErrorHandler") : nil
    setErrorHandler = isX11 ? Xlib.function("XSetErrorHandler") : nil
    ioHandlerBefore = setIOHandler?({ display in
      lost.store(DisplayLoss.connection.rawValue, ordering: .relaxed)
      DisplayWatch.silence(display)
      return 0
    })
    errorHandlerBefore = setErrorHandler?({ _, event in
      // Whatever fails on a window that is gone says only that; its pixmaps and contexts fail too.
      guard let event, event.pointee.resourceid == watched.load(ordering: .relaxed) else {
        return DisplayWatch.otherError(event)
      }
      lost.store(DisplayLoss.window.rawValue, ordering: .relaxed)
      return 0
    })
    let setExitHandler: SetExitHandler? =
      isX11 ? Xlib.function("XSetIOErrorExitHandler") : nil
    // Without it Xlib ends the process when the handler above returns.
    setExitHandler?(display, { _, _ in }, nil)
  }

  /// Restores Xlib's own handlers, after SDL has closed the connection: errors arrive later than
  /// their causes.
  deinit {
    _ = setIOHandler?(ioHandlerBefore)
    _ = setErrorHandler?(errorHandlerBefore)
  }

  /// Watches this window from now on: the one whose loop runs.
  func watch(_ window: OpaquePointer) {
    if loss == .window { lost.store(0, ordering: .relaxed) }
    watched.store(UInt(csdl_x11_window(window)), ordering: .relaxed)
  }

  /// Handles the errors that follow the destruction of a window.
  ///
  /// SDL restores Xlib's own handler just before it closes the connection; that handler would end
  /// the process for them.
  func settle() {
    if loss == .window { _ = sync?(x11, 0) }
  }

  /// Keeps SDL's errors from ending the process, and SDL from waiting for a window that another program
  /// has destroyed.
  ///
  /// SDL ends its own wait by a message to the window, from a second connection. If the window goes
  /// first, Xlib ends the process for it. The server has read that message by the second answer.
  /// `SDL_DestroyWindow` hides the window first, and `X11_HideWindow` of SDL 2.26 then waits for
  /// its UnmapNotify without a limit. Under a window manager that event has often been read before.
  func prepareToDestroy(_ window: OpaquePointer) {
    for _ in 0..<2 { _ = sync?(x11, 0) }
    guard loss == .window, let putBack else { return }
    var event = XEvent()
    event.xunmap.type = UnmapNotify
    event.xunmap.display = x11
    event.xunmap.event = XID(csdl_x11_window(window))
    event.xunmap.window = XID(csdl_x11_window(window))
    _ = putBack(x11, &event)
  }

  /// Asks the server whether the window is still there: one that is hidden is not drawn, so no
  /// error would show it.
  func checkWindow() {
    guard let attributes else { return }
    var ignored = XWindowAttributes()
    _ = attributes(x11, watched.load(ordering: .relaxed), &ignored)
  }

  /// What was lost, if anything.
  var loss: DisplayLoss? { DisplayLoss(rawValue: lost.load(ordering: .relaxed)) }

  /// Checks whether the compositor is gone: SDL says only that the user wants to quit.
  func checkCompositor() {
    guard let waylandError, waylandError(wayland) != 0 else { return }
    lost.store(DisplayLoss.connection.rawValue, ordering: .relaxed)
  }

  /// Puts a pipe into which nothing is written in the place of a dead connection.
  ///
  /// `SDL_WaitEventTimeout` polls the dead one, always readable, until its time-out: at 100 % of a
  /// core. An event cannot end that wait: SDL would send it to the server too, and Xlib's own handler
  /// of SDL's second connection ends the process.
  private static func silence(_ display: OpaquePointer?) {
    let number: ConnectionNumber? = Xlib.function("XConnectionNumber")
    var ends: [CInt] = [-1, -1]
    if let number, pipe(&ends) == 0 { dup2(ends[0], number(display)) }
  }

  /// Reports an error that has nothing to do with the window; the program goes on.
  ///
  /// Xlib's own handler would end the process for it.
  private static func otherError(_ event: UnsafePointer<XErrorEvent>?) -> CInt {
    guard lost.load(ordering: .relaxed) == 0, let error = event?.pointee else { return 0 }
    let line =
      "X error \(error.error_code) for request \(error.request_code).\(error.minor_code)\n"
    line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    return 0
  }
}

/// Whether SDL must not be called any more: its way out would wait for a server that is gone.
var connectionIsLost: Bool {
  lost.load(ordering: .relaxed) == DisplayLoss.connection.rawValue
}
