// swift-tools-version: 6.1
import PackageDescription

// An app's own package. GazePipeline has the frame and pointer types. GazeTesting, which also exports the simulated
// people, limits and phones, is only for the tests. Without the package's trait (`traits: []`) SwiftPM neither looks
// for GSL nor fetches what only the command needs.
let package = Package(
  name: "PointerApp",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "PointerApp", targets: ["PointerApp"])],
  dependencies: [.package(name: "gazesim", path: "../..", traits: [])],
  targets: [
    .target(name: "PointerApp", dependencies: [.product(name: "GazePipeline", package: "gazesim")]),
    .testTarget(
      name: "PointerAppTests",
      dependencies: ["PointerApp", .product(name: "GazeTesting", package: "gazesim")]),
  ]
)
