// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@Suite struct ByteTests {
  private static func write(to writer: inout ByteWriter) {
    writer.write(0x0102_0304 as UInt32)
    writer.write(-2)
    writer.write(0.1)
    writer.write(Float(-0.5))
    writer.write(true)
    writer.write(7 as Int?) { $0.write($1) }
    writer.write(nil as Int?) { $0.write($1) }
    writer.write(contentsOf: "ab".utf8)
  }

  @Test func `what is written is read again, the lowest byte first`() {
    let bytes = ByteWriter.bytes(Self.write)
    #expect(bytes.count == 4 + 8 + 8 + 4 + 1 + 9 + 1 + 2)
    #expect(bytes.prefix(5) == [4, 3, 2, 1, 0xFE])
    bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let word = reader.read(UInt32.self)
      let (integer, number) = (reader.integer(), reader.number())
      let float = Float(bitPattern: reader.read(UInt32.self))
      let isSet = reader.flag()
      let (some, none) = (reader.optional { $0.integer() }, reader.optional { $0.integer() })
      let text = reader.take(2).map { Array($0) }
      #expect(word == 0x0102_0304 && integer == -2 && number == 0.1 && float == -0.5 && isSet)
      #expect(some == 7 && none == nil && text == Array("ab".utf8))
      #expect(reader.isSound && reader.bytesLeft == 0 && reader.count == bytes.count)
    }
  }

  @Test func `counting gives the size and the checksum without memory`() {
    var counter = ByteWriter()
    Self.write(to: &counter)
    let bytes = ByteWriter.bytes(Self.write)
    #expect(counter.count == bytes.count)
    #expect(counter.written.isEmpty)
    #expect(counter.checksum == bytes.withUnsafeBytes { Checksum.fnv1a64($0) })
  }

  @Test func `bytes that are missing make the reader unsound and are not passed over`() {
    ([1, 2, 3] as [UInt8]).withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let (word, rest) = (reader.word(), reader.take(4))
      #expect(word == 0 && rest == nil)
      #expect(!reader.isSound && reader.count == 0)
    }
    var empty = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
    let byte = empty.byte()
    #expect(byte == 0 && !empty.isSound)
  }

  @Test func `numbers beyond their range make the reader unsound`() {
    let bytes = ByteWriter.bytes { writer in
      for number in [2, 9, -1] { writer.write(number) }
      writer.write(Double.nan)
    }
    bytes.withUnsafeBytes { bytes in
      for (start, range) in [(8, 0...8), (16, 0...8)] {
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        let integer = reader.integer(in: range)
        #expect(integer == 0 && !reader.isSound)
      }
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[24...]))
      let number = reader.number(in: 1...2)
      #expect(number == 1 && !reader.isSound)
      var flags = ByteReader(bytes)
      let flag = flags.flag()
      #expect(!flag && !flags.isSound)
    }
  }
}
