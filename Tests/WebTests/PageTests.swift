// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing
import WindowRigs

/// Demo/Web in a real headless browser, with real input events in real time.
@Suite(.serialized) struct PageTests {
  private let seen: PageRecord

  init() throws { seen = try PageRecord.only.get() }

  @Test func `the module has at most 120 KB and needs nothing from outside`() {
    print("the page's module has \(PageRecord.moduleSize) bytes; ready after \(seen.ready) ms")
    #expect(PageRecord.moduleSize > 30_000 && PageRecord.moduleSize <= 120_000)
    #expect(seen.imports == 0)
  }

  @Test func `the page requests nothing from a network, and the console has no errors`() {
    #expect(seen.faults.isEmpty, "\(seen.faults)")
  }

  @Test
  func `nothing overflows, all text and shapes are visible, and everything has an accessible name`()
  {
    #expect(seen.looks.count == 7)
    for (name, look) in seen.looks {
      #expect(look.overflow.isEmpty && look.faint.isEmpty && look.small.isEmpty, "\(name): \(look)")
      #expect(look.faintShapes.isEmpty && look.nameless.isEmpty, "\(name): \(look)")
    }
    let faults = seen.pages.filter { !$0.value.isEmpty }
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `every link has an existing target, and every page is linked`() {
    #expect(seen.links.faults.isEmpty, "\(seen.links.faults)")
    print("\(seen.links.count) links of \(seen.links.pages) pages")
    #expect(seen.links.pages > 100 && seen.pages.count == seen.links.pages - 1)
    for page in ["scenes", "examples", "documentation", "c-library", "docs-dynamicrepeat"] {
      #expect(seen.pages["\(page).html"] != nil, "\(page)")
    }
  }

  @Test(arguments: [
    ("install", "c-library.html#link-it"), ("which policy", "start.html#which-policy"),
    ("save and load", "recipes.html#save"), ("pause menu", "recipes.html#a-pause-menu"),
    ("slow motion", "recipes.html#slow-motion"), ("sound", "recipes.html#a-sound"),
    ("million", "recipes.html#a-million"), ("flash limit", "recipes.html#at-most-three"),
    ("tint a sprite", "recipes.html#a-sprite"), ("two in step", "recipes.html#two-in-step"),
    ("cycle end stop", "recipes.html#let-this-cycle-end"),
    ("maxFlashRate", "docs-dynamicrepeat-repeatsettings.html#maxflashrate"),
    ("dr_repeat_advance", "c-dynamic-repeat-repeats-h.html#dr_repeat_advance"),
  ])
  func `the search has the page among its first three results`(words: String, page: String) throws {
    let found = try #require(seen.searches[words])
    #expect(found.contains { $0.hasPrefix(page) }, "\(words): \(found)")
    #expect(seen.searches["xyzzy"] == [])
  }

  // MARK: - The drawing

  /// Compares with a repeat that gets the same requests, advanced frame by frame.
  private func check(
    _ play: PageRecord.Play, _ policy: RatePolicy,
    shown: (PageRecord.Play.Frame) -> (time: Double, value: Double)
  ) throws {
    let settings = RepeatSettings(
      rate: .cycleDuration(play.begun.duration), policy: policy,
      maxFlashRate: RepeatRate.safeFlashes)
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    var requests = play.requests[...]
    var different = 0
    for frame in play.frames {
      let (time, value) = shown(frame)
      while let request = requests.first, request.time <= time {
        controller.advance(to: request.time)
        try controller.setRate(.cycleDuration(request.duration))
        requests.removeFirst()
      }
      controller.advance(to: time)
      if controller.progress(at: time) != value { different += 1 }
    }
    #expect(different == 0, "\(different) of \(play.frames.count) values under \(policy)")
    #expect(play.frames.count > 200 && play.requests.count - requests.count > 20)
  }

  @Test func `the squares have the bits of the library on this machine, at every frame`() throws {
    let policies: [RatePolicy] = [.restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.5)]
    for play in seen.plays {
      try check(play, .restartPerCycle) { ($0.time, $0.answers.restart) }
      try check(play, .phaseMatched) { ($0.time, $0.answers.phase) }
      for game in 0..<3 {
        try check(play, policies[play.begun.policy]) {
          ($0.runs[game].time, $0.runs[game].shown)
        }
      }
    }
  }

  @Test func `the hand-written pulse depends on the frames, and the repeat does not`() throws {
    for play in seen.plays {
      let runs = try #require(play.frames.last?.runs)
      #expect(runs.allSatisfy { $0.worstOwnGap == 0 })
      #expect(runs.allSatisfy { $0.worstGap > 0 } && runs[2].worstGap > 0.1)
      #expect(runs[2].worstLateness > 0.1)
    }
    #expect(seen.counter.count == 3 && seen.counter[0].last == "0")
    #expect(seen.counter[0][3].hasSuffix(" cycle") && seen.counter[0][3] != "0.00 cycle")
  }

  @Test func `no square flashes more than three times a second during wild input`() {
    for play in seen.plays {
      let squares: [(PageRecord.Play.Frame) -> Double] = [
        { $0.answers.restart }, { $0.answers.phase }, { $0.runs[0].shown },
        { $0.runs[1].handShown },
        { $0.runs[2].handShown },
      ]
      for (index, square) in squares.enumerated() {
        var turns: [Double] = []
        var (extreme, direction) = (square(play.frames[0]), 0.0)
        for frame in play.frames {
          let change = square(frame) - extreme
          if change * direction >= 0, direction != 0 {
            extreme = square(frame)
          } else if abs(change) >= 0.1 {
            (extreme, direction) = (square(frame), change > 0 ? 1 : -1)
            turns.append(frame.clock)
          }
        }
        // Three flashes have six turns, and half of the next flash may have begun.
        for (number, turn) in turns.enumerated().dropFirst(7) {
          #expect(turn - turns[number - 7] >= 1 - 1e-9, "square \(index) at \(turn) s")
        }
        #expect(turns.count > 4)
      }
    }
  }

  /// Processor time, which a busy machine does not lengthen; it only draws fewer frames.
  @Test func `95 of 100 frames take the page at most 2 ms`() {
    for play in seen.plays {
      let times = play.work.sorted()
      #expect(times.count > 200 && times[times.count * 95 / 100] <= 2)
      print("\(times.count) frames: 95 % within \(times[times.count * 95 / 100]) ms")
    }
  }

  @Test func `each story behaves as its text says`() {
    let stories = seen.stories
    #expect(stories.hit > 1.9 && stories.hit < 2.5, "2.5 beats at the hit, then slower")
    #expect(stories.waits[0] == 1 && stories.walks == 1, "the new speed begins with the next walk")
    #expect(stories.skipped[0] == 0 && stories.skipped[1].magnitude > 0.2)
    let ratio = stories.skipped[2] / 1.6
    #expect(abs(ratio - 1) > 0.05 && abs(ratio - 1) < 0.2 + 1e-9, "within 20 % of 96 beats")
    #expect(stories.gap == 0)
    #expect(stories.jump <= 1 && stories.changed > 500)
  }

  @Test func `a million random rows have the same bits in WebGL 2, and the page draws its squares`()
  {
    let shader = seen.shader
    #expect(shader.count == 1 << 20 && shader.wrong == 0 && shader.error == 0)
    #expect(shader.late > shader.count / 4 && shader.late < shader.count * 3 / 4)
    #expect(shader.off <= 1e-6)
    #expect(shader.moves && shader.isStill)
  }

  // MARK: - Input

  @Test
  func
    `all controls have a name, Tab reaches them with a visible focus, and the browser keeps other keys`()
  {
    #expect(seen.controls.filter { $0[1].isEmpty }.isEmpty, "\(seen.controls)")
    for role in ["slider", "radio", "button", "image", "link"] {
      #expect(seen.controls.first { $0[0] == role } != nil, "\(role)")
    }
    let order = seen.keyboard.order.prefix { !$0.name.hasPrefix("\n\n") }
    #expect(order.filter { !$0.isSeen }.isEmpty)
    #expect(
      order.prefix(8).map(\.name) == [
        "DynamicRepeat", "Scenes", "Shader", "Examples", "Docs", "health", "Pause", "stalls",
      ])
    #expect(seen.keyboard.slider == [100, 80])
    #expect(seen.keyboard.keepsState)
  }

  @Test func `with reduced motion the page shows eight drawn seconds, with the reason`() {
    let calm = seen.calm
    #expect(!calm.moves && calm.seconds == 8 && calm.requests == ["every 0.68 s"])
    #expect(calm.note.hasPrefix("You asked for less motion"))
    #expect(calm.redrawn && calm.text == "19 %: a pulse every 0.66 s")
    #expect(calm.said == "A pulse every 0.66 s was requested.")
    #expect(calm.plays)
  }

  @Test func `the address contains the choices, and an invalid one is named`() throws {
    let (found, addresses) = (seen.addresses.found, seen.addresses)
    #expect(addresses.fragment.hasPrefix("#health=99&policy=ramp&frames=144"))
    #expect("#" + addresses.again == addresses.fragment)
    #expect(found.count == 7 && found.values.allSatisfy { $0.isWell && $0.slider == $0.health })
    let right = try #require(found["#health=40&policy=restart&frames=30"])
    #expect(right.health == 40 && right.checked == "restart" && right.frames == "30" && right.own)
    for (fragment, address) in found where fragment != "#health=40&policy=restart&frames=30" {
      #expect(address.wrong.isEmpty == fragment.isEmpty, "\(fragment)")
      #expect(address.health == 100 && address.checked == "phase")
    }
    #expect(found["#policy=wobble"]?.wrong.hasPrefix("The address has policy=wobble,") == true)
  }
}
