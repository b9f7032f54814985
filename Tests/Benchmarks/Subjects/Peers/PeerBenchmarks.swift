// SPDX-License-Identifier: Apache-2.0

private func row(
  _ program: String, _ count: Int, _ description: String, hasClock: Bool = true, goals: [Goal] = []
) -> Benchmark {
  Benchmark(
    name: "peers/\(program)",
    description: "an animation and frame: the bank with \(count); beside it \(description), in a"
      + " process of its own",
    unitsPerRepetition: count, goals: goals
  ) {
    Contenders(
      .timed(MeasuredBank(ManyRepeats(count: count)).showFrames),
      beside: PeerPrograms().contender(program, count: count, hasClock: hasClock))
  }
}

let peerBenchmarks = [
  row(
    "qt", 100_000, "Qt 6's QVariantAnimation, InOutQuad, one way only",
    goals: [Goal(figure: .advantage, must: 200, after: 300)]),
  row("qt-bezier", 100_000, "Qt 6's QVariantAnimation with a Bezier, one way only"),
  row("clutter", 100_000, "Clutter's timeline with a Bezier, one way only"),
  row(
    "godot", 1000, "Godot 3's AnimationPlayer with a Bezier track, advanced by GDScript",
    hasClock: false),
]
