// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// Demo/Web in a real browser without a screen, played by real input events in real time.
@Suite(.serialized) struct PageTests {
  private let seen: PageSight

  init() throws { seen = try PageSight.only.get() }

  @Test func `the module has at most 120 KB and needs nothing from outside`() {
    print("the page's module has \(PageSight.moduleSize) bytes")
    #expect(PageSight.moduleSize > 50_000 && PageSight.moduleSize <= 120_000)
    #expect(seen.imports == 0)
  }

  @Test func `the script around the module has at most 500 lines, none over 120 columns`() throws {
    let folder = PageSight.tests.appendingPathComponent("../../Demo/Web/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let scripts = names.filter { $0.hasSuffix(".js") }
    let counts = try scripts.map { name in
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let long = lines.filter { $0.count > 120 }
      #expect(long.isEmpty, "\(name): \(long)")
      return lines.count
    }
    print("the page's \(scripts.count) scripts have \(counts.reduce(0, +)) lines")
    #expect(!scripts.isEmpty && counts.reduce(0, +) <= 500)
  }

  @Test func `the functions of the C library that move the squares are the module's exports`() {
    for name in ["create", "start", "set_cycle_duration", "lock", "unlock", "advance", "sample"] {
      #expect(seen.exports.contains("dr_repeat_\(name)"), "\(name)")
    }
    #expect(seen.exports.contains("dr_beat_clock_beat") && seen.exports.contains("dr_status_text"))
  }

  @Test func `nothing is asked from a network, and nothing is wrong on the console`() {
    #expect(seen.faults.isEmpty, "\(seen.faults)")
  }

  @Test func `nothing overflows, and all text can be read, at both widths, light and dark`() {
    #expect(seen.sizes.map(\.width) == [1280, 360])
    for size in seen.sizes {
      #expect(size.looks.count == 6)
      for look in size.looks {
        #expect(look.overflow.isEmpty && look.faint.isEmpty && look.small.isEmpty, "\(look)")
      }
    }
    let faults = seen.pages.filter { !$0.value.isEmpty }
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `every link leads to what is there, and every page is linked`() {
    #expect(seen.links.faults.isEmpty, "\(seen.links.faults)")
    print("\(seen.links.count) links of \(seen.links.pages) pages")
    #expect(seen.links.pages > 100 && seen.pages.count == seen.links.pages - 1)
    for page in ["scenes", "examples", "documentation", "c-library", "docs-dynamicrepeat"] {
      #expect(seen.pages["\(page).html"] != nil, "\(page)")
    }
  }

  // MARK: - What is drawn

  /// No function of libm is in the way: the curve of the squares is a Bezier curve.
  @Test func `the squares have the bits of the library on this machine, at every frame`() throws {
    var samples = 0
    var different: [String] = []
    for size in seen.sizes {
      let frames = size.play.frames
      let first = try #require(frames.first?.duration)
      #expect(Set(frames.map(\.duration)).count > 4, "the hand has changed the rate")
      let policies = [
        RatePolicy.restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.5, shape: .smooth),
      ]
      for (lane, policy) in policies.enumerated() {
        var settings = RepeatSettings()
        settings.rate = .cycleDuration(first)
        settings.policy = policy
        settings.maxFlashRate = 3
        var controller = try RepeatController(settings)
        controller.start()
        var requested = first
        for frame in frames {
          controller.advance(to: frame.time)
          let duration = try #require(frame.duration)
          if duration != requested { try controller.setCycleDuration(duration) }
          requested = duration
          let sample = controller.sample(at: frame.time)
          let shown = frame.views[lane]
          if shown.value != sample.progress || shown.hertz != sample.hertz {
            different.append("\(policy) at \(frame.time)")
          }
          samples += 1
        }
      }
    }
    print("\(samples - different.count) of \(samples) drawn samples are bit-equal")
    #expect(samples >= 1000)
    #expect(different.isEmpty, "\(different.count), first \(different.prefix(3))")
  }

  @Test func `the naive square and all figures have the bits of the comparison`() throws {
    let strategies: [ComparisonStrategy] = [.restartPerCycle, .phaseMatched, .phaseRamp, .naive]
    for size in seen.sizes {
      let frames = size.play.frames
      let first = try #require(frames.first?.duration)
      var different = 0
      for (lane, strategy) in strategies.enumerated() {
        var run = StrategyRun(strategy, at: .cycleDuration(first))
        var requested = first
        for frame in frames {
          let duration = try #require(frame.duration)
          if duration != requested {
            run.apply(RateChange(time: frame.time, cycleDuration: duration))
          }
          requested = duration
          let shown = run.frame(at: frame.time)
          if lane == 3, frame.views[lane].value != shown.value { different += 1 }
        }
        let last = try #require(frames.last).views[lane]
        #expect(different == 0)
        #expect(last.largestJump == run.figures[.valueJump])
        #expect(last.worstDelay == run.figures[.delayWorst] ?? 0)
      }
      let last = try #require(frames.last).views
      #expect(last[1].largestJump < 1e-9 && last[3].largestJump > 0.2 && last[0].worstDelay > 0.2)
    }
  }

  @Test func `no square flashes more than three times a second, however wild the hand`() {
    let shown =
      seen.sizes.map { $0.play.frames.map { ($0.clock, $0.views.map(\.shown)) } }
      + [seen.beat.beatFrames.map { ($0.clock, $0.views.map(\.shown)) }]
    for frames in shown {
      for lane in 0..<4 {
        var turns: [Double] = []
        var (extreme, direction) = (frames[0].1[lane], 0.0)
        for (clock, values) in frames {
          let change = values[lane] - extreme
          if change * direction >= 0, direction != 0 {
            extreme = values[lane]
          } else if abs(change) >= 0.1 {
            (extreme, direction) = (values[lane], change > 0 ? 1 : -1)
            turns.append(clock)
          }
        }
        // Three flashes are six turns, and half of the next may have begun.
        for (index, turn) in turns.enumerated().dropFirst(7) {
          #expect(turn - turns[index - 7] >= 1 - 1e-9, "lane \(lane) at \(turn) s")
        }
        #expect(turns.count > 4)
      }
    }
  }

  /// Of the processor's time, which a busy machine does not lengthen; it draws fewer frames.
  @Test func `of 100 frames 95 take the page at most 2 ms`() {
    func part(_ part: Double, of times: [Double]) -> Double {
      times.sorted()[Int(part * Double(times.count - 1))]
    }
    for size in seen.sizes {
      let (frames, work) = (size.frames, size.play.work)
      #expect(frames.count > 100 && part(0.95, of: frames) <= 2)
      print(
        "\(size.width) px, \(frames.count) frames: of the processor 50 % within"
          + " \(part(0.5, of: frames)) ms, 95 % within \(part(0.95, of: frames)) ms; by the clock"
          + " \(part(0.5, of: work)) ms, \(part(0.95, of: work)) ms")
    }
    #expect(seen.beatWork.count > 100 && part(0.95, of: seen.beatWork) <= 2)
    print("In step: 95 % within \(part(0.95, of: seen.beatWork)) ms of the processor")
  }

  // MARK: - Hands

  @Test func `Space pauses, and the address and the spoken text follow the hand`() {
    for play in seen.sizes.map(\.play) {
      #expect(play.pauses)
      #expect(play.fragment.wholeMatch(of: /#play=\d\.\d\d,naive/) != nil, "\(play.fragment)")
      #expect(play.said.contains("a cycle. Restart per cycle: jump 0, delay"), "\(play.said)")
    }
  }

  @Test func `all controls have a name, and Tab reaches them with a visible focus`() {
    #expect(seen.controls.filter { $0[1].isEmpty }.isEmpty, "\(seen.controls)")
    for role in ["tab", "slider", "radio", "button", "application", "image"] {
      #expect(seen.controls.first { $0[0] == role } != nil, "\(role)")
    }
    let order = seen.keyboard.order.prefix { !$0.name.contains("\n") }
    let first = order.prefix(7).map(\.name)
    #expect(order.filter { !$0.isSeen }.isEmpty)
    #expect(
      first == ["DynamicRepeat", "Scenes", "Examples", "Docs", "tab-play", "field", "health"])
    #expect(seen.keyboard.slider[1] < seen.keyboard.slider[0])
  }

  @Test func `where less motion is wished for, nothing moves before the reader says so`() {
    #expect(seen.reduced.isPaused && seen.reduced.moved == 0)
    #expect(seen.reduced.text == "99 % · 2.00 s a cycle")
  }

  @Test func `a letter that comes up with shift is up`() { #expect(seen.shift == 0) }

  // MARK: - Typed numbers

  @Test func `the saved CSV gives the command the figures that the page shows`() throws {
    #expect(seen.numbers.csv == "time,cycle_duration\n0,1.91\n2.71,0.47\n6.1,1.2\n")
    #expect(seen.numbers.fragment == "#numbers=1.91,2.71:0.47,0.61e%2B1:1.2")
    #expect(seen.numbers.again == "0.61e+1")
    let folder = try TemporaryFolder()
    try seen.numbers.csv.write(
      toFile: folder.file("changes.csv"), atomically: false, encoding: .utf8)
    let names = ["restart-per-cycle", "phase-matched", "phase-ramp", "naive"]
    let said = try Child.run(
      Child.built("compare"),
      [
        "--schedule", "changes.csv", "--format", "csv", "--strategies",
        names.joined(separator: ","),
      ],
      in: folder.path, within: 300)
    try #require(said.status == 0, "\(said.errors)")
    let rows = said.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let jump = try #require(rows[0].firstIndex(of: "value_jump"))
    let delay = try #require(rows[0].firstIndex(of: "delay_worst_s"))
    let strategy = try #require(rows[0].firstIndex(of: "strategy"))
    for (name, shown) in zip(names, ["restart", "phase", "ramp", "naive"]) {
      let row = try #require(rows.first { $0[strategy] == name })
      let figures = try #require(seen.numbers.figures[shown])
      #expect((try #require(Double(row[jump])) - figures[0]).magnitude <= 5e-5, "\(name)")
      #expect((try #require(Double(row[delay])) - figures[1]).magnitude <= 5e-5, "\(name)")
    }
    #expect(seen.numbers.figures["naive"]?[0] ?? 0 > 0.1)
  }

  @Test func `wrong numbers are named in plain words, and right ones are not`() {
    #expect(seen.numbers.errors.count == 10)
    for (text, error) in seen.numbers.errors {
      if text == "0.47" {
        #expect(error.isEmpty)
      } else {
        #expect(error.hasPrefix("Change 1: ") && error.hasSuffix("."), "\(text): \(error)")
      }
    }
    #expect(seen.numbers.errors["0"]?.contains("1e-6 to 1e9 seconds") == true)
    #expect(seen.numbers.early == "Change 2: its time, 2 s, is not after 2.71 s.")
  }

  @Test func `an address sets the page, and a senseless one does no harm`() throws {
    #expect(seen.addresses.count == 12)
    for (text, address) in seen.addresses {
      #expect(address.isWell && address.pictures == 0, "\(text)")
    }
    let numbers = try #require(seen.addresses["#numbers=1.91,2.71:0.47"])
    #expect(numbers.tab == "numbers" && numbers.first == "1.91" && numbers.changes == 1)
    let play = try #require(seen.addresses["#play=0.40,naive"])
    #expect(play.tab == "play" && play.health == 0.4 && play.policy == "naive")
    #expect(play.slider == "40")
    let beat = try #require(seen.addresses["#beat=100,3:2,locked"])
    #expect(beat.tab == "beat" && beat.beat == "100,3:2,locked")
    #expect(seen.addresses["#beat=9,x"]?.beat == "96,1:1,free")
    for (text, health) in [
      ("#play=7,x", 1), ("#play=0.50,x", 0.5), ("#play", 1), ("#play=,naive", 1),
    ] {
      let senseless = try #require(seen.addresses[text])
      #expect(senseless.health == health && senseless.policy == "phase")
    }
  }
}
