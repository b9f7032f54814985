// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import Synchronization

/// The program's use of SDL's video system; the first object that a program makes.
///
/// A session lives as long as its windows.
///
/// There is one session at a time, because SDL has one video system per process. A session belongs
/// to the thread that made it, on Linux preferably the main thread.
public struct Session: ~Copyable {
  /// The destination of pictures.
  public enum Output: Hashable, Sendable {
    /// Windows on the display: X11 or Wayland, chosen by SDL.
    case display
    /// SDL's dummy driver, without a display. Drawing works, and so does reading pixels back.
    case headless
  }

  let handle: SessionHandle

  /// The destination of pictures.
  public let output: Output

  /// Starts SDL's video, and its game controllers if `controllers` is true.
  ///
  /// Game controllers cost 11 wake-ups a second. Without a display, SDL silently draws with one of
  /// its invisible drivers; a session then throws `noDisplay`, unless the environment variable
  /// `SDL_VIDEODRIVER` names that driver.
  /// - Throws: `DriverError.noDisplay`, `.sessionAlreadyOpen` or `.callFailed`. Once the process
  ///   has lost its display, every later session throws.
  /// C functions: SDL_InitSubSystem, SDL_GetCurrentVideoDriver.
  public init(_ output: Output = .display, controllers: Bool = false) throws(DriverError) {
    handle = try SessionHandle(output, controllers: controllers)
    self.output = output
  }

  /// SDL's name of the driver in use: "x11", "wayland", "dummy".
  public var videoDriver: String { handle.videoDriver }

  /// The space that the first display has for windows with their borders, in the desktop's units,
  /// without panels and docks; nil if nothing is shown.
  ///
  /// C function: SDL_GetDisplayUsableBounds.
  public var roomForWindows: PixelSize? {
    handle.room?.size
  }
}

/// Whether a session exists.
///
/// SDL can be started several times, but a second session would get the driver of the first.
private let sessionIsOpen = Atomic(false)

/// Owns SDL.
///
/// Every holder of this object may call SDL; when the last holder ends, SDL is closed.
final class SessionHandle {
  let videoDriver: String
  /// Whether pictures go to a display.
  private let isVisible: Bool
  private let subsystems: UInt32
  /// The windows' event pumps; the index is SDL's number of the window.
  var pumps: [UInt32: PumpReference] = [:]
  let controllers = Controllers()

  init(_ output: Session.Output, controllers: Bool) throws(DriverError) {
    if WatchedDisplay.connectionIsLost {
      // The check is also made for a headless session, because SDL keeps its lost display.
      throw .callFailed(
        function: "SDL_InitSubSystem",
        message: "this process has lost its display, and can no longer use SDL",
        remedy: "Start the program anew")
    }
    guard sessionIsOpen.exchange(true, ordering: .acquiringAndReleasing) == false else {
      throw .sessionAlreadyOpen
    }
    var started: UInt32 = 0
    do throws(DriverError) {
      Self.setHints(output)
      // Swift's `main` replaces SDL_main.
      SDL_SetMainReady()
      WatchedDisplay.prepare()
      guard SDL_InitSubSystem(SDL_INIT_VIDEO).isSuccess else {
        if output == .display { try Self.checkIsKnown(environment: Self.namedDrivers) }
        throw DriverError.noDisplay(detail: "SDL says \"\(String(cString: SDL_GetError()))\"")
      }
      started = SDL_INIT_VIDEO
      // Events that an earlier session did not read do not belong to this one.
      SDL_FlushEvents(0, 0xFFFF)
      videoDriver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
      if output == .display {
        try Self.checkIsVisible(videoDriver, environment: Self.namedDrivers)
      }
      isVisible = output == .display && dr_sdl_is_invisible(videoDriver) == 0
      if controllers {
        try check(
          SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER), "SDL_InitSubSystem",
          remedy: "Start the session without game controllers")
        started |= SDL_INIT_GAMECONTROLLER
      }
      subsystems = started
    } catch {
      Self.end(started)
      throw error
    }
  }

  deinit {
    if !WatchedDisplay.connectionIsLost { controllers.close() }
    Self.end(subsystems)
  }

  /// The space that the first display has for windows; nil if nothing is shown.
  var room: SDL_Rect? { isVisible ? .ofFirstDisplay : nil }

  private static func end(_ subsystems: UInt32) {
    // Closing SDL would talk to a lost server; with OpenGL that hangs (SDL issue 8392). SDL's
    // resources stay with the process, and no other session can follow.
    if WatchedDisplay.connectionIsLost { return }
    if subsystems != 0 { SDL_QuitSubSystem(subsystems) }
    SDL_ResetHint(CSDL_HINT_VIDEO_DRIVER)
    SDL_ResetHint(SDL_HINT_NO_SIGNAL_HANDLERS)
    sessionIsOpen.store(false, ordering: .releasing)
  }

  private static func setHints(_ output: Session.Output) {
    if output == .headless {
      SDL_SetHintWithPriority(CSDL_HINT_VIDEO_DRIVER, "dummy", SDL_HINT_OVERRIDE)
    }
    // SDL installs no handler for a signal that the parent process ignored, so the loop installs
    // its own handlers.
    SDL_SetHintWithPriority(SDL_HINT_NO_SIGNAL_HANDLERS, "1", SDL_HINT_OVERRIDE)
    // Without this hint, SDL 3 would set sizes and full screen later. SDL 2 does not know the hint.
    SDL_SetHint("SDL_VIDEO_SYNC_WINDOW_OPERATIONS", "1")
  }

  /// The environment's SDL_VIDEODRIVER, with names separated by commas.
  private static var namedDrivers: String { String(cString: dr_sdl_named_drivers()) }

  /// Throws if the environment names only drivers that SDL does not have.
  ///
  /// SDL would then fail even with a display.
  private static func checkIsKnown(environment: String) throws(DriverError) {
    let names = environment.split(separator: ",").map(String.init)
    let known = (0..<SDL_GetNumVideoDrivers()).compactMap { index in
      SDL_GetVideoDriver(index).map { String(cString: $0) }
    }
    guard !names.isEmpty, !names.contains(where: known.contains) else { return }
    throw .callFailed(
      function: "SDL_InitSubSystem",
      message: "SDL_VIDEODRIVER is \(environment), and SDL has only "
        + known.joined(separator: ", "),
      remedy: "Unset SDL_VIDEODRIVER, or name one of these")
  }

  /// Throws for a driver without a display, unless the environment names it.
  /// - Parameter environment: The value of SDL_VIDEODRIVER, with names separated by commas.
  static func checkIsVisible(_ driver: String, environment: String) throws(DriverError) {
    guard dr_sdl_is_invisible(driver) != 0, dr_sdl_is_named(driver, environment) == 0 else {
      return
    }
    throw .noDisplay(detail: "SDL found only its invisible driver \"\(driver)\"")
  }
}
