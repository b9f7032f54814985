// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison
import Testing

@testable import FlashingSquare

@Suite struct PlayScheduleTests {
  /// A header and rows in their usual form.
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
    "\"time\",\"Cycle_Duration\"\n\"0\",2\n 1.5 , \"0.5\" \n",
    "\"\",\"time\",\"cycle_duration\"\n\"1\",0,2\n\"2\",1.5,0.5\n",
    "# comment\nTime,Cycle_Duration\n#\n0,2\n \t# more\n1.5,0.5\n#",
  ]) func `all spellings of a schedule give the same schedule`(_ text: String) throws {
    let schedule = try PlaySchedule.of(text)
    #expect(schedule.changes == Self.usualChanges)
    #expect(schedule.changes[0].time.sign == .plus)
  }

  @Test func `an empty ramp differs from a ramp of zero`() throws {
    let text = "time,cycle_duration,ramp\n0,2,\n1,1, 0\n1,0.5,0.25\n"
    let schedule = try PlaySchedule.of(text)
    #expect(
      schedule.changes == [
        RateChange(time: 0, cycleDuration: 2, ramp: nil),
        RateChange(time: 1, cycleDuration: 1, ramp: 0),
        RateChange(time: 1, cycleDuration: 0.5, ramp: 0.25),
      ])
  }

  private static let two = "time,cycle_duration\n"
  private static let three = "time,cycle_duration,ramp\n"

  /// A damaged file, the position of its first error, and words of its two-line message.
  static let damaged: [(text: String, position: String, wrong: String, right: String)] = [
    ("", "", "is empty", "the first line must be time,cycle_duration"),
    ("0,2\n", ":1:1", "the header is \"0,2\"", "time,cycle_duration"),
    ("  Tine,cycle_duration\n", ":1:3", "the header is", "time,cycle_duration"),
    ("time,cycle_duration,ramp,x\n", ":1:1", "the header is", "or time,cycle_duration,ramp"),
    (two + "", "", "has a header and no rows", "0,2.0"),
    (two + "0,2\n1,0,5\n", ":3:5", "3 cells, and the header has 2", "decimal points"),
    (three + "0,2\n", ":2:4", "2 cells, and the header has 3", "keeps its comma"),
    (three + "0,2,1,7\n", ":2:7", "4 cells, and the header has 3", "each row has"),
    (two + ",2\n", ":2:1", "time is empty", "at least 0"),
    (two + "x,2\n", ":2:1", "time \"x\" is not a number", "in seconds, at least 0"),
    (two + "nan,2\n", ":2:1", "time \"nan\" is not a number", "at least 0"),
    (three + "0,2,1.1e9\n", ":2:5", "ramp \"1.1e9\" is out of range", "at most 1e9"),
    (two + "\"0,2\n", ":2:1", "a quote is not closed", "one quote at each end"),
    (two + "\"0\"1,2\n", ":2:1", "a quote is not closed", "one quote at each end"),
    ("\u{0}t\u{0}i", ":1:1", "the text is UTF-16", "UTF-8"),
    (two + "-1,2\n", ":2:1", "time \"-1\" is negative", "at least 0"),
    (two + "2,1\n1.9,1\n", ":3:1", "\"1.9\" is before the row above, at 2.0", "sort"),
    (two + "0,1000000001\n", ":2:3", "is out of range", "0.000001 to 1000000000"),
    (two + "é,2\n", ":2:1", "\"é\" is not a number", "as in 1.5"),
    (three + "0,2,-0.1\n", ":2:5", "ramp \"-0.1\" is negative", "at least 0"),
  ]

  @Test(arguments: damaged.indices)
  func `a damaged file is rejected at its first mistake`(_ index: Int) throws {
    let row = Self.damaged[index]
    let error = try #require(throws: ProgramError.self) {
      try PlaySchedule.of(row.text)
    }
    let position = "plan.csv\(row.position): "
    #expect(error.problem.hasPrefix(position), "\(error)")
    #expect(error.problem.dropFirst(position.count).contains(row.wrong), "\(error)")
    #expect(error.remedy.contains(row.right), "\(error)")
    #expect(error.exitCode == .badData)
  }

  @Test func `the cursor returns each rate change once, at its time`() throws {
    let text = "time,cycle_duration\n0,2\n1,1\n1,0.5\n3,2\n"
    let schedule = try PlaySchedule.of(text)
    var cursor = PlaySchedule.Cursor()
    let changes = [-1, 0, 0.999, 1, 0, 1e300, .infinity].map {
      cursor.take(through: $0, of: schedule)
    }
    #expect(changes == [0..<0, 0..<1, 1..<1, 1..<3, 3..<3, 3..<4, 4..<4])
    #expect((0..<4).map(schedule.isReplaced) == [false, true, false, false])
  }
}
