// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The environment variable `DYNAMIC_REPEAT_SDL`: 3 for SDL 3; 2 or empty for SDL 2.
let sdl = Context.environment["DYNAMIC_REPEAT_SDL"] ?? ""
precondition(
  ["", "2", "3"].contains(sdl),
  "DYNAMIC_REPEAT_SDL is \(sdl): it must be 2 or 3. If it is not set, SDL 2 is used.")
let usesSDL3 = sdl == "3"

// README.md has the map of the modules; this file is the one place that grants imports.
let package = Package(
  name: "DynamicRepeat",
  products: [
    .library(name: "DynamicRepeat", targets: ["DynamicRepeat"]),
    .library(name: "RepeatBanks", targets: ["DynamicRepeat", "RepeatBanks"]),
    .library(name: "DynamicRepeatC", targets: ["DynamicRepeatC"]),
    .library(name: "FramePacing", targets: ["FramePacing"]),
    .library(name: "AnimationLayers", targets: ["DynamicRepeat", "AnimationLayers"]),
    .library(name: "SDLDriver", targets: ["FramePacing", "SDLDriver"]),
    .library(name: "LocalizedErrors", targets: ["LocalizedErrors"]),
    .library(name: "SDLLocalizedErrors", targets: ["SDLLocalizedErrors"]),
    .executable(name: "flashing-square", targets: ["FlashingSquare"]),
    .executable(name: "compare", targets: ["compare"]),
    .executable(name: "conformance", targets: ["Conformance"]),
    .executable(name: "benchmark", targets: ["benchmark"]),
  ],
  targets: [
    .systemLibrary(name: "CMath"),
    .target(name: "CCurveTables", exclude: ["curve_tables.bin"]),
    .target(
      name: "DynamicRepeat", dependencies: ["CMath", "CCurveTables"],
      exclude: ["README.md", "Recipes.md", "Versions.md"]),
    .target(name: "CRepeatKernels"),
    .target(
      name: "RepeatBanks",
      dependencies: ["CMath", "DynamicRepeat", "CRepeatKernels"],
      exclude: ["README.md"]),
    .target(
      name: "AnimationLayers", dependencies: ["DynamicRepeat"], exclude: ["README.md"]),
    .target(
      name: "StrategyComparison", dependencies: ["DynamicRepeat", "CMath", "DemoNumbers"],
      exclude: ["README.md"]),

    // The C headers and the bodies of their functions; Sources/CDynamicRepeat/install builds them
    // as a C library.
    .systemLibrary(name: "CDynamicRepeat"),
    .target(
      name: "DynamicRepeatC",
      dependencies: ["CRepeatKernels", "DynamicRepeat", "RepeatBanks", "CDynamicRepeat"]),

    .target(name: "CTimerSlack"),
    .target(name: "FramePacing", dependencies: ["CMath", "CTimerSlack"], exclude: ["README.md"]),
    // The headers and the bodies of the frame loop for C, which is a C library of its own.
    .systemLibrary(name: "CFrameLoop", path: "Sources/CFrameLoop/include"),
    .target(name: "FrameLoopC", dependencies: ["FramePacing", "CTimerSlack", "CFrameLoop"]),
    // No `pkgConfig:` here, because every command would then warn if SDL2 is missing. The module map
    // names the library to link.
    .systemLibrary(name: "CSDL2", path: usesSDL3 ? "Sources/CSDL2/SDL3" : "Sources/CSDL2"),
    .target(
      name: "SDLDriver", dependencies: ["FramePacing", "CSDL2"],
      exclude: ["README.md"]),

    // For programs that use Foundation. No other library of this package links Foundation.
    .target(
      name: "LocalizedErrors",
      dependencies: [
        "DynamicRepeat", "RepeatBanks", "AnimationLayers", "FramePacing",
      ]),
    .target(name: "SDLLocalizedErrors", dependencies: ["LocalizedErrors", "SDLDriver"]),

    .target(
      name: "DemoAssets",
      path: "Assets",
      exclude: ["make-glyphs", "make-restarts", "glyphs.bin", "Pictures", "Type"],
      sources: ["assets.c"],
      publicHeadersPath: "include"),
    // The texts of --help: the programs print them, and so do the scripts that build the programs.
    .target(
      name: "DemoTexts", path: "Demo/Texts",
      exclude: [
        "flashing-square.txt", "compare.txt", "conformance.txt", "benchmark.txt", "report.css",
      ]),
    // Random numbers from a seed, and the formatting of numbers.
    .target(name: "DemoNumbers", path: "Demo/Numbers"),
    // Reads the files and the command lines of the programs.
    .target(
      name: "DemoSupport", dependencies: ["DemoTexts", "DynamicRepeat"], path: "Demo/Support"),
    // The repeats that the demo's swarm draws and the benchmark measures.
    .target(
      name: "SwarmScenario", dependencies: ["DynamicRepeat", "RepeatBanks", "DemoNumbers"],
      path: "Demo/SwarmScenario"),
    .executableTarget(
      name: "FlashingSquare",
      dependencies: [
        "DynamicRepeat", "AnimationLayers", "FramePacing", "SDLDriver", "StrategyComparison",
        "SwarmScenario", "DemoAssets", "DemoNumbers", "DemoSupport",
      ],
      path: "Demo/FlashingSquare",
      exclude: ["README.md"]),

    .executableTarget(
      name: "compare",
      dependencies: ["DynamicRepeat", "StrategyComparison", "DemoNumbers", "DemoSupport"],
      path: "Demo/Compare",
      exclude: ["README.md"]),

    .executableTarget(
      name: "plain-loop", dependencies: ["FramePacing", "CSDL2", "DemoSupport"],
      path: "Demo/PlainLoop"),

    // A program with a real window, which the tests of the loop run.
    .executableTarget(
      name: "loop-probe", dependencies: ["FramePacing", "SDLDriver"],
      path: "Tests/SDLDriverTests/LoopProbe"),
    .target(
      name: "TestSupport", dependencies: ["DynamicRepeat", "DemoNumbers"],
      path: "Tests/TestSupport"),
    // Starts servers, compositors and child processes for tests of real windows.
    .target(name: "WindowRigs", dependencies: ["FramePacing"], path: "Tests/WindowRigs"),
    .target(
      name: "LoopSimulation", dependencies: ["FramePacing", "TestSupport"],
      path: "Tests/LoopSimulation"),
    .testTarget(
      name: "DynamicRepeatTests", dependencies: ["DynamicRepeat", "DemoNumbers", "TestSupport"]),
    .testTarget(
      name: "RepeatBanksTests",
      dependencies: ["DynamicRepeat", "RepeatBanks", "TestSupport"]),
    .testTarget(
      name: "AnimationLayersTests",
      dependencies: ["DynamicRepeat", "AnimationLayers", "TestSupport"]),
    .testTarget(
      name: "LocalizedErrorsTests",
      dependencies: [
        "LocalizedErrors", "SDLLocalizedErrors", "DynamicRepeat", "RepeatBanks",
        "AnimationLayers", "FramePacing", "SDLDriver",
      ]),
    .testTarget(
      name: "StrategyComparisonTests",
      dependencies: ["StrategyComparison", "DynamicRepeat", "TestSupport"]),
    .testTarget(
      name: "CompareTests",
      dependencies: ["compare", "StrategyComparison", "DynamicRepeat", "WindowRigs"],
      exclude: ["recompute.py"]),
    // Tests the page of Demo/Web in a browser. No target builds that page.
    .testTarget(
      name: "WebTests",
      dependencies: ["DynamicRepeat", "WindowRigs"],
      exclude: ["browser.py", "check_page.py", "checks.js", "shader.js"]),
    // Carries out scripts; check.py compares the results with a model that computes in exact fractions.
    .executableTarget(
      name: "controller-scripts", dependencies: ["DynamicRepeat"],
      path: "Tests/ControllerScripts",
      exclude: [
        "Protocol.md", "answers.py", "check.py", "commands.py", "compare.py", "events.py",
        "found.txt", "generator.py", "locks.py", "model.py", "motion.py",
        "plans.py", "predictions.py", "script.py", "transforms.py",
      ]),
    .testTarget(
      name: "ControllerScriptsTests",
      dependencies: ["controller-scripts", "WindowRigs"]),
    .target(name: "AllocationCount", path: "Tests/AllocationCount"),
    .executableTarget(
      name: "layer-allocations",
      dependencies: ["DynamicRepeat", "AnimationLayers", "AllocationCount"],
      path: "Tests/LayerAllocations"),
    // Shows that a program can link and run FramePacing without Glibc.
    .executableTarget(
      name: "frame-pacing-alone", dependencies: ["FramePacing", "AllocationCount"],
      path: "Tests/FramePacingAlone"),
    .testTarget(
      name: "FramePacingTests", dependencies: ["FramePacing", "LoopSimulation", "TestSupport"]),
    .testTarget(
      name: "SDLDriverTests",
      dependencies: [
        "SDLDriver", "DynamicRepeat", "FramePacing", "CSDL2", "TestSupport", "WindowRigs",
        "plain-loop", "loop-probe",
      ],
      exclude: ["LoopProbe"]),
    .testTarget(
      name: "CAPITests",
      dependencies: ["WindowRigs", "loop-probe"],
      exclude: ["ABI", "C", "Scripts"]),
    .testTarget(name: "ReadmeTests", dependencies: ["DynamicRepeat", "WindowRigs"]),
    .testTarget(
      name: "FlashingSquareTests",
      dependencies: [
        "FlashingSquare", "DynamicRepeat", "AnimationLayers", "FramePacing", "SDLDriver",
        "StrategyComparison", "SwarmScenario", "DemoAssets", "DemoSupport", "TestSupport",
        "WindowRigs",
      ]),
    .executableTarget(
      name: "Conformance", dependencies: ["DynamicRepeat", "AnimationLayers", "DemoSupport"],
      path: "Tests/Conformance",
      exclude: ["README.md"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Conformance", "DemoSupport", "WindowRigs"]),
    // The hand-written loops with which the benchmark compares the package.
    .target(name: "CReference", path: "Tests/Benchmarks/CReference"),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "DynamicRepeat", "RepeatBanks", "CDynamicRepeat", "DynamicRepeatC", "FramePacing",
        "CReference", "LoopSimulation", "TestSupport", "WindowRigs", "DemoNumbers", "DemoSupport",
        "loop-probe",
      ],
      path: "Tests/Benchmarks",
      exclude: ["CReference", "Peers", "README.md", "Squares"]),
    .testTarget(
      name: "BenchmarkTests",
      dependencies: ["benchmark", "CReference", "RepeatBanks", "WindowRigs"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)

if usesSDL3 {
  // These targets call SDL 2 directly.
  package.targets.removeAll { ["plain-loop", "SDLDriverTests"].contains($0.name) }
}
