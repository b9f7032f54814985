// SPDX-License-Identifier: Apache-2.0
//
// The squares of the page "Shader": repeats whose rows the page hands to the GPU.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import DynamicRepeat

private let side = 128
private let reach = 22.0

nonisolated(unsafe) private var squares = InlineArray<16384, RepeatController>(
  repeating: RepeatController())
nonisolated(unsafe) private var rows = InlineArray<16384, ShaderRow>(
  repeating: ShaderRow(time: 0, phase: 0, rate: 0, nextRate: 0))
/// The rows changed by the last call of `shader_danger`: the first, and the one after the last.
nonisolated(unsafe) private var changed = InlineArray<2, Int32>(repeating: 0)

private func distance(_ square: Int, _ column: Double, _ row: Double) -> Double {
  let (right, down) = (Double(square % side) - column, Double(square / side) - row)
  return (right * right + down * down).squareRoot()
}

/// Starts all squares at time 0, in waves that start in the middle.
@c public func shader_begin() {
  for square in 0..<rows.count {
    let waves = distance(square, 63.5, 63.5) / 12
    let calm = 0.2 + 0.1 * Double(square % side) / Double(side)
    squares[square] = running(
      RepeatSettings(
        rate: .hertz(calm), policy: .phaseMatched, startPhase: waves.rounded(.up) - waves))
    rows[square] = squares[square].shaderRow(at: 0).row
  }
}

/// Moves the danger to a cell.
///
/// Squares near the danger flash up to 2 Hz faster, without a jump.
@c public func shader_danger(_ column: Double, _ row: Double, _ time: Double) {
  changed = [Int32(rows.count), 0]
  for square in 0..<rows.count {
    let calm = 0.2 + 0.1 * Double(square % side) / Double(side)
    let hertz = calm + 2 * max(0, 1 - distance(square, column, row) / reach)
    guard squares[square].requestedRate != .hertz(hertz) else { continue }
    squares[square].advance(to: time) { _ in }
    try? squares[square].setRate(.hertz(hertz))
    rows[square] = squares[square].shaderRow(at: time).row
    changed = [min(changed[0], Int32(square)), Int32(square) + 1]
  }
}

/// The rows, 32 bytes each.
@c public func shader_rows() -> UnsafeRawPointer { address(of: &rows) }

/// The range of rows that the last call of `shader_danger` has changed.
@c public func shader_changed() -> UnsafeRawPointer { address(of: &changed) }
