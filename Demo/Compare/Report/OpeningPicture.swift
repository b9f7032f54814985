// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import StrategyComparison

/// The beginning of the page: one rate change, and what a player sees of it with three strategies.
enum OpeningPicture {
  /// Seconds per cycle before and after the change.
  private static let (old, new) = (1.6, 0.4)
  /// The time of the change in seconds, shortly after the middle of a cycle: the value is high, and
  /// the cycle's end is far away.
  private static let time = 10.52 * old
  /// The frames of 120 Hz shown before the change, and after it.
  private static let (frames, hertz) = (240, 120.0)

  static var html: String {
    let cards = PolicyAdvice.all.map { advice in
      "<div class=\"\(advice.name)\"><h3>\(advice.situation)</h3>"
        + "Use \(HTML.marked(advice.policy))</div>"
    }
    return """
      <section class="opening">
      <h1>You speed up a pulse while it runs. What does the player see?</h1>
      <p>A pulse takes \(fixed(old)) s. In the middle of it the game asks for \(fixed(new)) s, once. \
      The same request, three ways to code it.</p>
      \(strip(.naive, "What most code does", "sin(time * speed)"))
      \(strip(.restartPerCycle, "Restart per cycle", ".restartPerCycle"))
      \(strip(.phaseMatched, "Phase matched", ".phaseMatched"))
      <div class="strip axis"><p>line: value · ribbon: what the eye sees</p>
      <p>\([-2, -1, 0, 1, 2].map { "<span>\($0) s</span>" }.joined())</p></div>
      <h2>\(PolicyAdvice.question)</h2>
      <div class="cards">\(cards.prefix(3).joined(separator: "\n"))</div>
      <p>\(PolicyAdvice.undecided)</p>
      <p>\(HTML.marked(PolicyAdvice.all[3].text))</p>
      </section>
      """
  }

  /// The name, the code and the effect of a strategy, beside its picture.
  private static func strip(_ strategy: ComparisonStrategy, _ name: String, _ code: String)
    -> String
  {
    var run = StrategyRun(strategy, at: .cycleDuration(old))
    let times = (0...frames).map { time + Double($0) / hertz }
    let before = (times.reversed().dropLast().map { 2 * time - $0 } + [time.nextDown])
      .map { run.frame(at: $0) }
    run.apply(RateChange(time: time, cycleDuration: new))
    let after = times.map { run.frame(at: $0) }
    let jump = after[0].value - before[frames].value
    let wait = run.figures[.delayWorst] ?? 0
    var (verdict, effect, tags) = ("no jump", "the new speed comes at once", "")
    if abs(jump) > Verdict.visibleJump {
      let percent = "\(fixed(100 * abs(jump), 0)) %"
      verdict = "a jump of \(percent)"
      effect = "in one frame: \(jump < 0 ? "bright to dark" : "dark to bright")"
      tags =
        "<b class=\"request\">the game asks for \(fixed(new)) s</b><b class=\"size\">\(percent)</b>"
    } else if wait > 0 {
      effect = "the new speed comes \(fixed(wait)) s later"
      let width = fixed(50 * wait * hertz / Double(frames))
      tags = "<b class=\"wait\" style=\"width: \(width)%\">waits \(fixed(wait)) s</b>"
    }
    return """
      <div class="strip \(strategy.rawValue)">
      <div><b class="name">\(name)</b><code>\(code)</code><strong>\(verdict)</strong><p>\(effect)</p></div>
      <div class="plot">\(tags)\(plot([before, after], strategy.rawValue))</div>
      </div>
      """
  }

  /// The value as a line and, below it, as the light of a lamp.
  ///
  /// The picture is stretched to the strip's width, so it has no text; its size is 600 by 92 units.
  private static func plot(_ halves: [[StrategyFrame]], _ name: String) -> String {
    func x(_ frame: StrategyFrame) -> Double {
      300 * (1 + (frame.time - time) * hertz / Double(frames))
    }
    func place(_ frame: StrategyFrame) -> String {
      "\(fixed(x(frame))),\(fixed(58 - 48 * frame.value))"
    }
    let stops = halves.joined().map { frame in
      "<stop offset=\"\(fixed(x(frame) / 600, 4))\""
        + " style=\"--light: \(fixed(100 * frame.value, 1))%\"/>"
    }
    let (last, first) = (place(halves[0][frames]), place(halves[1][0]))
    let jump =
      "<path class=\"bar\" d=\"M\(last)L\(first)\"/><path class=\"ends\" d=\"M\(last)h0M\(first)h0\"/>"
    // The line is interrupted at the change.
    let lines = halves.map { "M" + $0.map(place).joined(separator: "L") }
    return """
      <svg viewBox="0 0 600 92" preserveAspectRatio="none" role="img">
      <title>\(name): value and light over time</title>
      <linearGradient id="\(name)-light">\(stops.joined())</linearGradient>
      <path d="\(lines.joined())"/>\(last == first ? "" : jump)
      <rect y="71" width="600" height="14" fill="url(#\(name)-light)"/>
      </svg>
      """
  }

  private static func fixed(_ number: Double, _ decimals: Int = 2) -> String {
    DecimalText.fixed(number, decimals: decimals, minus: "−") ?? "-"
  }
}
