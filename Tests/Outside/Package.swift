// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Programs outside the package, which see only its public declarations. Recipes is Demo/Recipes. A program is
// a file of its own; check.py runs all, and compares their output with the comment at their end.
let libraries: [Target.Dependency] = [
  "DynamicRepeat", "RepeatBanks", "AnimationLayers", "FramePacing", "SDLDriver",
].map { .product(name: $0, package: "DynamicRepeat") }

func programs(_ folder: String, _ names: String) -> [Target] {
  names.split(separator: "\n").map { name in
    .executableTarget(
      name: String(name), dependencies: libraries, path: folder, sources: ["\(name).swift"],
      swiftSettings: [.unsafeFlags(["-Onone"])])
  }
}

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "DynamicRepeat", path: "../..")],
  targets: programs(
    "Recipes",
    """
    a-colour-between-two-mixed-as-light-is
    a-faster-engine-while-a-key-is-held
    a-million-in-a-shader
    a-million
    a-pause-menu
    a-rest-between-two-pulses
    a-rest-of-random-length
    a-sound-with-a-lead-of-40-ms
    a-sound-with-every-cycle
    a-sprite-s-tint-in-an-sdl-loop-of-your-own
    at-most-three-flashes-a-second
    faster-as-health-falls
    footsteps-at-two-phases
    hard-on-and-off
    in-step-in-whole-cycles
    in-step-with-music
    less-motion-if-the-desktop-asks-for-it
    let-this-cycle-end-then-hide-it
    on-the-beat
    one-pulse-for-each-hit
    open-and-close-reversed-at-any-time
    over-a-network-lockstep-and-rollback
    save-and-load
    settings-from-a-json-file
    slow-motion
    start-one-when-another-ends
    three-times-then-something-else
    two-in-step-or-half-a-cycle-apart
    """)
    + programs(
      "Sources",
      """
      animation-comments
      game-loop
      layer-comments
      layers
      repeat-comments
      settings-comments
      torches
      window-of-your-own
      """),
  swiftLanguageModes: [.v6]
)
