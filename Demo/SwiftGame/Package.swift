// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A game on one page: the repeat, the window and the loop come from DynamicRepeat.
let package = Package(
  name: "SwiftGame",
  dependencies: [.package(name: "DynamicRepeat", path: "../..")],
  targets: [
    .executableTarget(
      name: "HuntedSquare",
      dependencies: [
        .product(name: "DynamicRepeat", package: "DynamicRepeat"),
        .product(name: "SDLDriver", package: "DynamicRepeat"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
