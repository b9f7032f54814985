// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Conformance

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)),
      ("-0.5e-3", .number(-0.5e-3)), ("0.1", .number(0.1)), ("1E2", .number(100)),
      ("[]", .array([])), ("[1, [2]]", .array([.number(1), .array([.number(2)])])),
      (#""a\"\\\/\n\u00e9\ud83d\ude00""#, .string("a\"\\/\n\u{e9}\u{1F600}")),
      (#"{"a":{}, "b" : 1}"#, .object(["a": .object([:]), "b": .number(1)])),
    ] as [(String, JSON)])
  func `a text is read as what it says`(text: String, value: JSON) throws {
    #expect(try JSONParser.parse(text.utf8) == value)
  }

  @Test func `numbers are read to the last bit`() throws {
    for number in [
      0.1, 1 / 3.0, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
      .greatestFiniteMagnitude,
      0.30000000000000004,
    ] {
      #expect(try JSONParser.parse("\(number)".utf8) == .number(number))
    }
  }

  @Test(arguments: [
    "", "nul", "01", "1.", ".5", "+1", "1e", "-", "NaN", "1e999", "[1,]", "[1", "{\"a\":}", "{a:1}",
    "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":1}", "\"a", "\"\\x\"", "\"\\u12g4\"",
    "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\t\"", "1 2", "'a'",
    String(repeating: "[", count: 100_000),
  ])
  func `text that is not JSON is an error`(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(text.utf8) }
  }

  @Test func `bytes that are not UTF-8 are an error`() {
    #expect(throws: JSONError(column: 4, problem: "the string is not UTF-8")) {
      try JSONParser.parse([0x22, 0xFF, 0x22])
    }
  }
}
