// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing

@Suite struct TimingFunctionCodableTests {
  @Test func `every kind comes back equal from JSON`() throws {
    let functions: [TimingFunction] = [
      .linear, .default, .cubicBezier(0.1, -3, 0.9, 1.0 / 3), .steps(7, .both),
      .easing(.bounce, .out), .spring(Spring(dampingRatio: 0.3, response: 0.7), tolerance: 0.01),
      try TimingFunction(stops: [.init(0), .init(0.3, at: 0.1), .init(1)]), .sampled([0, 2, 1]),
    ]
    for function in functions {
      let data = try JSONEncoder().encode(function)
      #expect(try JSONDecoder().decode(TimingFunction.self, from: data) == function)
    }
    #expect(Set(functions).count == functions.count)
  }

  @Test(arguments: [
    (#"{"cubicBezier":[0.42,0,0.58,1]}"#, TimingFunction.easeInEaseOut),
    (#"{"steps":{"count":4,"jump":"end"}}"#, .steps(4)),
    (#"{"easing":{"family":"back","direction":"inOut"}}"#, .easing(.back, .inOut)),
    (#"{"stops":[{"output":0},{"output":1}]}"#, .sampled([0, 1])),
    (
      #"{"spring":{"mass":1,"stiffness":100,"damping":10,"initialVelocity":0,"tolerance":0.001}}"#,
      .spring(Spring())
    ),
  ])
  func `the form is the documented one`(json: String, expected: TimingFunction) throws {
    #expect(try JSONDecoder().decode(TimingFunction.self, from: Data(json.utf8)) == expected)
  }

  @Test(arguments: [
    (#"{}"#, "exactly one of the keys"),
    (#"{"steps":{"count":1,"jump":"end"},"stops":[]}"#, "exactly one of the keys"),
    (#"{"cubicBezier":[0,0,1]}"#, "must have 4"),
    (#"{"steps":{"count":0,"jump":"end"}}"#, "must be at least 1"),
    (#"{"steps":{"count":2,"jump":"middle"}}"#, "must be one of start, end, none, both"),
    (#"{"easing":{"family":"hop","direction":"in"}}"#, "\"hop\" must be one of sine, quadratic"),
    (#"{"stops":[]}"#, "at least one stop"),
    (#"{"stops":[{"output":0,"input":0.5},{"output":0,"input":0.2}]}"#, "must be at least"),
    (
      #"{"spring":{"mass":0,"stiffness":1,"damping":1,"initialVelocity":0,"tolerance":0.1}}"#,
      "mass 0.0 must be"
    ),
    (
      #"{"spring":{"mass":1,"stiffness":1,"damping":1,"initialVelocity":0,"tolerance":2}}"#,
      "tolerance 2.0 must be"
    ),
  ])
  func `wrong data throws with what was wrong`(json: String, text: String) throws {
    do {
      _ = try JSONDecoder().decode(TimingFunction.self, from: Data(json.utf8))
      Issue.record("\(json) was accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(text))
    }
  }
}
