// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat
import RepeatTiming

extension IndividualRepeat {
  /// Fewer bytes than any takes: how many there are is bounded by the bytes that there are.
  static let leastBytes = 200

  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(index))
    writer.write(isListening)
    writer.write(controller)
  }

  /// - Parameter mostEvents: How many may wait.
  init(from reader: inout ByteReader, mostEvents: Int) throws(BankSnapshotError) {
    let index = Int(truncatingIfNeeded: try reader.whole(UInt64.self))
    let isListening = try reader.whole(UInt8.self) != 0
    self.init(index: index, exact: rk_exact(rate: .zero), state: rk_slot_state(), at: 0)
    self.isListening = isListening
    guard try reader.read(into: &controller, mostEvents: mostEvents), controller.canBeInBank else {
      throw .impossible(slot: index)
    }
    controller.isReporting = isListening
  }
}

extension RepeatController {
  /// Whether a bank can have come to this: within its own limits, which are narrower.
  fileprivate var canBeInBank: Bool {
    now.magnitude <= RepeatBank.latestTime && highestRate <= RepeatBank.highestRate.nextUp
  }
}

extension ByteWriter {
  /// The controller's own bytes, and before them how many they are.
  fileprivate mutating func write(_ controller: RepeatController) {
    var counter = ByteWriter()
    controller.write(to: &counter)
    write(UInt64(counter.count))
    controller.write(to: &self)
  }
}

extension ByteReader {
  /// Fewer bytes than any event takes: its cycle, count and time.
  private static var leastEventBytes: Int { 24 }

  /// - Returns: Whether these are a controller's bytes, with nothing after them.
  fileprivate mutating func read(into controller: inout RepeatController, mostEvents: Int)
    throws(BankSnapshotError) -> Bool
  {
    guard let bytes = take(try whole(UInt64.self)) else { return false }
    var reader = ByteReader(bytes)
    // Before anything is allocated for them.
    let eventsThere = bytes.count / Self.leastEventBytes
    let fits = controller.read(
      from: &reader, commandLimit: 0, eventLimit: min(mostEvents, eventsThere), goalLimit: 1)
    return fits && reader.isSound && reader.bytesLeft == 0
  }
}
