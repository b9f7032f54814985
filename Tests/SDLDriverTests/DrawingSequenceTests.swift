// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SDLDriver

extension WithSDL {
  /// Random drawing calls with any numbers; `DRAWING_SEED` in the environment repeats a run,
  /// `DRAWING_CALLS` makes it longer.
  struct DrawingSequenceTests {
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.timeLimit(.minutes(10)), arguments: [(64, 48), (1, 1), (7, 200)])
    func `drawing calls with any numbers return, and those that throw draw nothing`(
      _ width: Int, _ height: Int
    ) throws {
      let seed = Self.environment["DRAWING_SEED"].flatMap(UInt64.init) ?? .random(in: 0...999_999)
      let count = Self.environment["DRAWING_CALLS"].flatMap(Int.init) ?? 2000
      print("DRAWING_SEED=\(seed)")
      try WithSDL.window(width: width, height: height) { window in
        let mask = try window.renderer.makeMask(
          coverage: [255, 0, 100, 255, 0, 9], size: PixelSize(width: 3, height: 2), filter: .linear)
        var calls = DrawingCalls(SplitMix(state: seed), mask)
        for number in 0..<count {
          if let wrong = try calls.next(&window.renderer) {
            Issue.record("call \(number) of seed \(seed) on \(width) x \(height): \(wrong)")
            return
          }
        }
      }
    }
  }
}

/// Calls of a renderer with random numbers, each checked against its documentation.
private struct DrawingCalls: ~Copyable {
  private var random: SplitMix
  private let mask: Texture
  /// The call, for the report of a failure.
  private var call = ""
  /// Whether the call has a number that its documentation forbids.
  private var isWrong = false
  private var color = RGBA8.black

  init(_ random: SplitMix, _ mask: consuming Texture) {
    self.random = random
    self.mask = mask
  }

  /// - Returns: The contradiction to the documentation, or nil.
  mutating func next(_ renderer: inout Renderer) throws -> String? {
    (isWrong, call) = (false, "")
    let before = try renderer.readPixels()
    do throws(DriverError) {
      try draw(&renderer)
      try renderer.flush()
      if isWrong { return "\(call) did not throw" }
    } catch {
      guard isWrong else { return "\(call) threw \(error)" }
      let isUnchanged = (try? renderer.readPixels()) == before
      return isUnchanged ? nil : "\(call) threw \(error) and drew"
    }
    return try compare(before, try renderer.readPixels())
  }

  /// Areas of a transparent colour must not change.
  private func compare(_ before: PixelImage, _ after: PixelImage) throws -> String? {
    for y in 0..<after.size.height {
      for x in 0..<after.size.width where before[x, y] != after[x, y] {
        if color.alpha == 0 { return "\(call) draws \(after[x, y]) at \(x), \(y)" }
      }
    }
    return nil
  }

  private mutating func draw(_ renderer: inout Renderer) throws(DriverError) {
    color = random.color()
    switch random.next(below: 8) {
    case 0:
      let rect = rect()
      call = "fill \(rect)"
      try renderer.fill(rect, color)
    case 1:
      let rects = (0..<random.next(below: 5)).map { _ in rect() }
      call = "fill \(rects)"
      try renderer.fill(rects, color)
    case 2...4: try triangles(&renderer)
    default:
      let sprite = Sprite(
        source: random.next(below: 2) == 0 ? nil : region(), destination: rect(), tint: color)
      call = "\(sprite)"
      try renderer.draw(mask, [sprite])
    }
  }

  private mutating func triangles(_ renderer: inout Renderer) throws(DriverError) {
    let corners = random.next(below: 10)
    let positions = (0..<corners).map { _ in PixelPoint(x: number(), y: number()) }
    var indices: [Int32] = []
    if random.next(below: 2) == 0 {
      // All corners are used, so that each invalid one must be detected.
      indices = (0..<Int32(corners)).map { $0 }
      if random.next(below: 8) == 0 { indices += [0, Int32(corners), Int32.min] }
    }
    let used = indices.isEmpty ? corners : indices.count
    isWrong = isWrong || !used.isMultiple(of: 3) || indices.contains { $0 < 0 || $0 >= corners }
    call = "triangles \(positions) \(indices)"
    try renderer.triangles(
      positions: positions, colors: positions.map { _ in color }, indices: indices)
  }

  // MARK: - Numbers

  private static let odd: [Float] = [
    0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude, 0.5, -0.5, 0.999, 1, -1, 63.99, 64,
    8191.9, -8192, 16_384, -32_768, 65_536, 2_147_483_648, -2_147_483_648, 1e15, -1e30,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  /// A number that the documentation allows, except in one of 60 cases.
  private mutating func number() -> Float {
    switch random.next(below: 60) {
    case 0:
      isWrong = true
      return [Float.nan, .infinity, -.infinity][random.next(below: 3)]
    case 1..<15: return Self.odd[random.next(below: Self.odd.count)]
    default: return Float(random.next(below: 40_000)) / 200 - 70
    }
  }

  private mutating func rect() -> PixelRect {
    PixelRect(x: number(), y: number(), width: number(), height: number())
  }

  private mutating func region() -> PixelRegion {
    func whole() -> Int {
      guard random.next(below: 6) == 0 else { return random.next(below: 80) - 10 }
      return [Int.min, .max, Int(Int32.max), 0][random.next(below: 4)]
    }
    return PixelRegion(x: whole(), y: whole(), width: whole(), height: whole())
  }
}

extension SplitMix {
  fileprivate mutating func color() -> RGBA8 {
    RGBA8(
      red: UInt8(next(below: 256)), green: 200, blue: 90,
      alpha: [0, 1, 128, 255][next(below: 4)])
  }
}
