// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

extension IndividualRepeat {
  /// Fewer bytes than any takes: how many there are is bounded by the bytes that there are.
  static let leastBytes = 200

  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(index))
    writer.write(controller)
  }

  init(from reader: inout ByteReader) throws(BankSnapshotError) {
    let index = Int(truncatingIfNeeded: try reader.whole(UInt64.self))
    self.init(index: index, exact: rk_exact(rate: .zero), state: rk_slot_state(), at: 0)
    guard try reader.read(into: &controller), controller.canBeInBank else {
      throw .impossible(slot: index)
    }
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
  /// - Returns: Whether these are a controller's bytes, with nothing after them.
  fileprivate mutating func read(into controller: inout RepeatController) throws(BankSnapshotError)
    -> Bool
  {
    guard let bytes = take(try whole(UInt64.self)) else { return false }
    var reader = ByteReader(bytes)
    let fits = controller.read(from: &reader, commandLimit: 0, eventLimit: 0)
    return fits && reader.isSound && reader.bytesLeft == 0
  }
}
