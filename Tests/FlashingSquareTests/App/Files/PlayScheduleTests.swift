// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison
import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct PlayScheduleTests {
  /// Header and rows as they are usually written.
  private static let usual = "time,cycle_duration\n0,2\n1.5,0.5\n"
  private static let usualChanges = [
    RateChange(time: 0, cycleDuration: 2, ramp: nil),
    RateChange(time: 1.5, cycleDuration: 0.5, ramp: nil),
  ]

  @Test(arguments: [
    usual,
    "time,cycle_duration\n0,2\n1.5,0.5",
    "time,cycle_duration\r\n0,2\r\n1.5,0.5\r\n",
    "\u{FEFF}time,cycle_duration\r\n0,2\r\n1.5,0.5",
    " time ,\tcycle_duration \n 0 , 2\t\n\t1.5,0.5 \n",
    "time,cycle_duration\n0,2\n1.5,0.5\n\n \r\n\t\n\n",
    "time,cycle_duration\n-0,+2.\n15e-1,.5\n",
    "# comment\nTime,Cycle_Duration\n#\n0,2\n \t# more\n1.5,0.5\n#",
    "time;cycle_duration\n0;2\n1.5;0.5\n",
    "time\tcycle_duration\n0\t2\n1.5\t 0.5 \n",
    "\"time\",\"cycle_duration\"\n\"0\",\"2\"\n \"1.5\" ,0.5\n",
  ]) func `every way to write the same schedule reads the same`(_ text: String) throws {
    let schedule = try PlaySchedule.of(text)
    #expect(schedule.changes == Self.usualChanges)
    #expect(schedule.changes[0].time.sign == .plus)
  }

  @Test func `a ramp may be empty, which is not zero`() throws {
    let text = "time,cycle_duration,ramp\n0,2,\n1,1, 0\n1,0.5,0.25\n"
    let schedule = try PlaySchedule.of(text)
    #expect(
      schedule.changes == [
        RateChange(time: 0, cycleDuration: 2, ramp: nil),
        RateChange(time: 1, cycleDuration: 1, ramp: 0),
        RateChange(time: 1, cycleDuration: 0.5, ramp: 0.25),
      ])
  }

  @Test func `the ends of the ranges are within them`() throws {
    let text = "time,cycle_duration,ramp\n0,1e-6,0\n1e12,1e9,1e9\n1e12,0.000001,\n"
    let schedule = try PlaySchedule.of(text)
    #expect(schedule.changes.map(\.rate.cycleDuration) == [1e-6, 1e9, 1e-6])
  }

  /// A damaged file, the position of its first mistake, and words of the two lines.
  struct Damaged: CustomTestStringConvertible, Sendable {
    let text: String
    let position: String
    let wrong: String
    let right: String
    var testDescription: String { text.debugDescription }
    init(_ text: String, _ position: String, _ wrong: String, _ right: String) {
      self.text = text
      self.position = position
      self.wrong = wrong
      self.right = right
    }
    /// The rows after the header of two columns, or of three.
    init(rows: String, _ position: String, _ wrong: String, _ right: String) {
      self.init("time,cycle_duration\n\(rows)", position, wrong, right)
    }
    init(ramps: String, _ position: String, _ wrong: String, _ right: String) {
      self.init("time,cycle_duration,ramp\n\(ramps)", position, wrong, right)
    }
  }

  static let damaged = [
    Damaged("", "", "is empty", "the first line is time,cycle_duration"),
    Damaged("\u{FEFF}", "", "is empty", "the first line is"),
    Damaged("\n", ":1:1", "the header is \"\"", "time,cycle_duration,ramp"),
    Damaged("0,2\n", ":1:1", "the header is \"0,2\"", "time,cycle_duration"),
    Damaged("  Tine,cycle_duration\n", ":1:3", "the header is", "time,cycle_duration"),
    Damaged("time:cycle_duration\n0:2", ":1:1", "time:cycle_duration", "time,cycle_duration"),
    Damaged("time;cycle_duration\n0,2", ":2:4", "1 cell, and the header has 2", "0.5,2.0"),
    Damaged("\"time,cycle_duration\n0,2", ":1:1", "a quote is not closed", "\"time\""),
    Damaged("cycle_duration,time\n", ":1:1", "the header is", "time,cycle_duration"),
    Damaged("time,cycle_duration,ramp,x\n", ":1:1", "the header is", "or time,cycle_duration,ramp"),
    Damaged("time,cycle_duration\r0,2\r", ":1:1", "\\r0,2", "the first line is"),
    Damaged("\u{0}\u{1}ELF", ":1:1", "\\0", "the first line is"),
    Damaged(rows: "", "", "has a header and no rows", "0,2.0"),
    Damaged(rows: "\n \n", "", "has a header and no rows", "at least one row"),
    Damaged(rows: "\n0,2\n", ":2:1", "blank", "only the end of the file may be blank"),
    Damaged(rows: "0,2\n\n\n1,2\n", ":3:1", "blank", "remove it"),
    Damaged(rows: "0\n", ":2:2", "1 cell, and the header has 2", "0.5,2.0"),
    Damaged(rows: "0,2\n1,0,5\n", ":3:5", "3 cells, and the header has 2", "decimal points"),
    Damaged(rows: "0,2,\n", ":2:5", "3 cells", "a row is time,cycle_duration"),
    Damaged(ramps: "0,2\n", ":2:4", "2 cells, and the header has 3", "keeps its comma"),
    Damaged(
      ramps: "0,2,1,7\n", ":2:7", "4 cells, and the header has 3", "time,cycle_duration,ramp"),
    Damaged(rows: ",2\n", ":2:1", "time is empty", "at least 0"),
    Damaged(rows: "0,\n", ":2:3", "cycle_duration is empty", "as in 0.5"),
    Damaged(rows: "x,2\n", ":2:1", "time \"x\" is not a number", "in seconds, at least 0"),
    Damaged(rows: "0, two\n", ":2:4", "cycle_duration \"two\" is not", "0.000001 to 1000000000"),
    Damaged(rows: "\"0\"0,2\n", ":2:1", "is not a number", "a time is in seconds"),
    Damaged(rows: "\"0 0\",2\n", ":2:2", "is not a number", "a time is in seconds"),
    Damaged(rows: "0,\"2\n", ":2:3", "a quote is not closed", "\"0.5\""),
    Damaged(rows: "nan,2\n", ":2:1", "time \"nan\" is not a number", "at least 0"),
    Damaged(rows: "inf,2\n", ":2:1", "time \"inf\" is not a number", "at least 0"),
    Damaged(rows: "1e999,2\n", ":2:1", "time \"1e999\" is too large", "at least 0"),
    Damaged(rows: "1.1e12,2\n", ":2:1", "time \"1.1e12\" is too large", "at most 1e12"),
    Damaged(ramps: "0,2,1.1e9\n", ":2:5", "ramp \"1.1e9\" is too large", "at most 1e9"),
    Damaged(rows: "-1,2\n", ":2:1", "time \"-1\" is negative", "at least 0"),
    Damaged(rows: "-1e999,2\n", ":2:1", "is negative", "at least 0"),
    Damaged(rows: "2,1\n1.9,1\n", ":3:1", "\"1.9\" is before the row above, at 2.0", "sort"),
    Damaged(rows: "0,0\n", ":2:3", "cycle_duration \"0\" is out of range", "from 0.000001"),
    Damaged(rows: "0,-1\n", ":2:3", "cycle_duration \"-1\" is out of range", "from 0.000001"),
    Damaged(rows: "0,9.9e-7\n", ":2:3", "is out of range", "0.000001 to 1000000000"),
    Damaged(rows: "0,1000000001\n", ":2:3", "is out of range", "0.000001 to 1000000000"),
    Damaged(rows: "0,inf\n", ":2:3", "is not a number", "0.000001 to 1000000000"),
    Damaged(rows: "0,0x10\n", ":2:3", "\"0x10\" is not a number", "as in 0.5"),
    Damaged(rows: "0,1 000\n", ":2:3", "\"1 000\" is not a number", "as in 0.5"),
    Damaged(rows: "0,2\u{0}\n", ":2:3", "\"2\\0\" is not a number", "as in 0.5"),
    Damaged(rows: "0,2\r1,2\n", ":2:7", "3 cells", "a row is"),
    Damaged(rows: "é,2\n", ":2:1", "\"é\" is not a number", "as in 1.5"),
    Damaged(ramps: "0,2,1\n0,2,x\n", ":3:5", "ramp \"x\" is not a number", "or empty"),
    Damaged(ramps: "0,2,-0.1\n", ":2:5", "ramp \"-0.1\" is negative", "at least 0"),
    Damaged(ramps: "0,2,1e999\n", ":2:5", "ramp \"1e999\" is too large", "or empty"),
    Damaged(ramps: "é é,1,x\n", ":2:1", "time \"é é\"", "in seconds"),
    Damaged(rows: "0,2\r\n5,1\r\n4,1\r\n", ":4:1", "before the row above", "equal times"),
  ]

  @Test(arguments: damaged) func `a damaged file is rejected at its first mistake`(
    _ row: Damaged
  ) throws {
    let error = try #require(throws: FileError.self) {
      try PlaySchedule.of(row.text)
    }
    let position = "plan.csv\(row.position): "
    #expect(error.problem.hasPrefix(position), "\(error)")
    #expect(error.problem.dropFirst(position.count).contains(row.wrong), "\(error)")
    #expect(error.remedy.contains(row.right), "\(error)")
    #expect(error.exitCode == .badData)
    #expect(error.description.split(separator: "\n").count == 2)
  }

  @Test func `columns count characters, not bytes`() throws {
    let text = "time,cycle_duration\n0\u{E9},1\n"
    let error = try #require(throws: FileError.self) {
      try PlaySchedule.of(text)
    }
    #expect(error.position == TextPosition(line: 2, column: 1))
    let spaced = "time,cycle_duration\n0,1,\u{E9}\u{E9},2\n"
    let bytes = Array(spaced.utf8)
    var lines = CSVLines(bytes)
    _ = lines.next()
    let second = lines.next()
    let line = try #require(second)
    #expect(line.position(of: bytes.count - 2, in: bytes) == TextPosition(line: 2, column: 8))
  }

  @Test func `UTF-16 is named as such`() throws {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x74, 0], [0xFE, 0xFF, 0, 0x74]] {
      let error = try #require(throws: FileError.self) {
        try PlaySchedule.parse(bytes, name: "plan.csv")
      }
      #expect(error.wrong == "is UTF-16 text")
      #expect(error.remedy == "save it as UTF-8")
    }
  }

  @Test func `twenty thousand rows read as they were written`() throws {
    var random = SeededRandom(seed: 0x5EED)
    var expected: [RateChange] = []
    var text = "time,cycle_duration,ramp\n"
    var time = 0.0
    for _ in 0..<20_000 {
      time += Double.random(in: 0...1, using: &random)
      let duration = Double.random(in: 0.35...2, using: &random)
      expected.append(RateChange(time: time, cycleDuration: duration, ramp: nil))
      text += "\(time),\(duration),\n"
    }
    let schedule = try PlaySchedule.of(text)
    // Not ==, whose report of a difference between large arrays takes half a minute.
    #expect(schedule.changes.elementsEqual(expected))
  }

  @Test func `random bytes never trap`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    print("random bytes never trap: seed \(seed)")
    let letters = Array("time,cycle_duration,ramp\n\r0123456789.eE+-, \t;#\"\u{0}\u{FF}x".utf8)
    for _ in 0..<3000 {
      var bytes = Array(Self.usual.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      // Either answer is right; that there is one is what is shown.
      _ = try? PlaySchedule.parse(bytes, name: "plan.csv")
    }
  }

  @Test func `the cursor hands out each rate change once, at its time`() throws {
    let text = "time,cycle_duration\n0,2\n1,1\n1,0.5\n3,2\n"
    let schedule = try PlaySchedule.of(text)
    var cursor = PlaySchedule.Cursor()
    let taken = [-1, 0, 0.999, 1, 0, 1e300, .infinity].map {
      cursor.take(through: $0, of: schedule)
    }
    #expect(taken == [0..<0, 0..<1, 1..<1, 1..<3, 3..<3, 3..<4, 4..<4])
    #expect((0..<4).map(schedule.isReplaced) == [false, true, false, false])
  }
}
