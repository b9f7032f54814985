// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The part of the display that was lost.
public enum DisplayLoss: UInt8, Hashable, Sendable {
  /// The connection to the server or compositor, which died or disconnected the program.
  case connection = 1
  /// The window, which another program destroyed.
  case window = 2
}

/// The display of the process, watched as in `dynamic_repeat_sdl_display.h`.
///
/// The state is global because Xlib's handlers get no context, and is never freed because X errors
/// arrive late. It is used on the drawing thread only.
///
/// All calls of the C functions are in this file: a debug build compiles each file by itself, with
/// static variables of its own.
enum WatchedDisplay {
  private nonisolated(unsafe) static let state = {
    let state = UnsafeMutablePointer<dr_sdl_display>.allocate(capacity: 1)
    state.initialize(to: dr_sdl_display())
    return state
  }()

  /// Sets SDL's hints and catches X's errors; called before SDL starts.
  static func prepare() { dr_sdl_display_prepare(state) }

  /// Watches the window whose loop now runs.
  static func watch(_ window: OpaquePointer) { dr_sdl_display_watch(state, window) }

  /// Watches a new window unless another window is watched.
  static func watchIfFirst(_ window: OpaquePointer) {
    if state.pointee.watched.connection == nil { watch(window) }
  }

  /// Takes pending errors, and prevents an endless wait in closing a window that another program
  /// has destroyed.
  static func settle(_ window: OpaquePointer) { dr_sdl_display_settle(state, window) }

  /// Asks the server whether the window still exists.
  static func checkWindow() { dr_sdl_display_check_window(state) }

  /// Asks whether the compositor is gone, because SDL reports its end as the user's wish to quit.
  static func checkCompositor() { dr_sdl_display_check_compositor(state) }

  /// The loss, if any.
  static var loss: DisplayLoss? { DisplayLoss(rawValue: UInt8(state.pointee.loss.rawValue)) }

  /// Whether SDL must not be called any more, because its cleanup would wait for a lost server.
  static var connectionIsLost: Bool { loss == .connection }

  /// The state of a window that a Wayland compositor may not show yet.
  static var unshown: dr_sdl_unshown { dr_sdl_unshown_on(state) }
}
