// SPDX-License-Identifier: Apache-2.0

import CReference
import RepeatBanks

/// As many as there are in a large scene: neither side is helped by the nearest cache.
private let count = 100_000

private func row(
  _ name: String, _ description: String, kernels: KernelSet = .best, goals: [Goal] = [],
  objects: @escaping @Sendable (ManyRepeats) -> (Int) -> Double
) -> Benchmark {
  Benchmark(
    name: "objects/\(name)",
    description: "an animation and frame: the bank with 100,000; beside it \(description), a Bezier"
      + " by Newton's method each",
    unitsPerRepetition: count, goals: goals
  ) {
    let repeats = ManyRepeats(count: count)
    return Contenders(
      ours: MeasuredBank(repeats, kernels: kernels).showFrames, byHand: objects(repeats))
  }
}

/// What is asked of the bank with a set's instructions: must, and after.
private func goal(_ set: InstructionSet) -> Goal {
  switch set {
  case .baseline: Goal(figure: .advantage, must: 10, after: 15)
  case .avx2: Goal(figure: .advantage, must: 35, after: 45)
  case .avx512: Goal(figure: .advantage, must: 60, after: 90)
  }
}

private let compiledStructures = InstructionSet.available.compactMap { set in
  set.kernels.map { kernels in
    row(
      "c++-\(set.word)", "an array of structures in C++, both with that instruction set",
      kernels: kernels, goals: [goal(set)]
    ) { CompiledObjects($0, on: set, layout: reference_structures).showFrames }
  }
}

let objectBenchmarks =
  compiledStructures + [
    row("c++-virtual", "objects with a virtual method in C++") {
      CompiledObjects($0, on: .best, layout: reference_virtual_objects).showFrames
    },
    row("swift-structs", "an array of structures in Swift") { repeats in
      var structures = StructureArray(repeats)
      return { structures.showFrames($0) }
    },
    row("swift-classes", "an array of final classes in Swift") { ObjectArray($0).showFrames },
  ]
