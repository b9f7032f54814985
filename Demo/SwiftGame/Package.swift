// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A game with SDL code of its own: it takes the repeats from the package, and not its driver.
let package = Package(
  name: "SwiftGame",
  dependencies: [.package(name: "DynamicRepeat", path: "../..")],
  targets: [
    .systemLibrary(name: "CGameSDL"),
    .executableTarget(
      name: "Ripples",
      dependencies: ["CGameSDL", .product(name: "DynamicRepeat", package: "DynamicRepeat")]),
  ],
  swiftLanguageModes: [.v6]
)
