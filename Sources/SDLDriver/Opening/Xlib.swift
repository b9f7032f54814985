// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import Glibc

/// Functions of Xlib, looked up in the library that SDL has loaded.
///
/// This module does not link Xlib.
enum Xlib {
  /// A function of a loaded library; nil if the library is not loaded.
  static func function<F>(_ name: String, in library: String = "libX11.so.6") -> F? {
    guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD), let symbol = dlsym(handle, name)
    else { return nil }
    return unsafeBitCast(symbol, to: F.self)
  }

  private typealias Root = @convention(c) (OpaquePointer?) -> UInt
  private typealias Intern =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> UInt
  private typealias GetProperty =
    @convention(c) (
      OpaquePointer?, UInt, UInt, CLong, CLong, CInt, UInt, UnsafeMutablePointer<UInt>?,
      UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<UInt>?,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
    ) -> CInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> CInt

  /// Whether a window is shown by X11 without a window manager.
  ///
  /// Source: Extended Window Manager Hints 1.5, _NET_SUPPORTING_WM_CHECK, which a manager sets on
  /// the root window.
  static func hasNoWindowManager(on window: OpaquePointer) -> Bool {
    guard let display = csdl_x11_display(window).map({ OpaquePointer($0) }),
      let root: Root = function("XDefaultRootWindow"), let intern: Intern = function("XInternAtom"),
      let property: GetProperty = function("XGetWindowProperty"), let free: Free = function("XFree")
    else { return false }
    let check = intern(display, "_NET_SUPPORTING_WM_CHECK", 1)
    guard check != 0 else { return true }
    var (kind, count, left): (UInt, UInt, UInt) = (0, 0, 0)
    var bits: CInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let anyKind: UInt = 0
    let status = property(
      display, root(display), check, 0, 1, 0, anyKind, &kind, &bits, &count, &left, &data)
    defer { if data != nil { _ = free(data) } }
    return status != 0 || count == 0
  }

  // MARK: - Keys

  private typealias QueryKeymap =
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?) -> CInt
  private typealias StringToSymbol = @convention(c) (UnsafePointer<CChar>?) -> UInt
  private typealias SymbolToCode = @convention(c) (OpaquePointer?, UInt) -> UInt8

  /// The X keycodes of the keys that are down; empty outside X11.
  static func keysDown(on window: OpaquePointer) -> Set<UInt8> {
    guard let display = csdl_x11_display(window).map({ OpaquePointer($0) }),
      let query: QueryKeymap = function("XQueryKeymap")
    else { return [] }
    var bits = [UInt8](repeating: 0, count: 32)
    _ = query(display, &bits)
    return Set((0...UInt8.max).filter { bits[Int($0 / 8)] & 1 << ($0 % 8) != 0 })
  }

  /// The X keycode of a key; nil if X knows no key by SDL's name of the key.
  static func code(_ symbol: UInt32, on window: OpaquePointer) -> UInt8? {
    guard let display = csdl_x11_display(window).map({ OpaquePointer($0) }),
      let named: StringToSymbol = function("XStringToKeysym"),
      let code: SymbolToCode = function("XKeysymToKeycode")
    else { return nil }
    let name = String(cString: SDL_GetKeyName(SDL_Keycode(truncatingIfNeeded: symbol)))
    let exact = named(name)
    let found = code(display, exact != 0 ? exact : named(name.lowercased()))
    return found == 0 ? nil : found
  }
}
