// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that its dependencies stay out of the main graph.
let package = Package(
  name: "gazesim-benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "gazesim", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Gaze",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GazePipeline", package: "gazesim"),
        .product(name: "GazeRecording", package: "gazesim"),
        .product(name: "GazeSimulation", package: "gazesim"),
      ],
      path: "Benchmarks/Gaze",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    // One figure beside NumPy's (Benchmarks/numpy); in a folder whose name the benchmark plugin does not claim.
    .executableTarget(
      name: "FrameTime",
      dependencies: [
        .product(name: "GazePipeline", package: "gazesim"),
        .product(name: "GazeSimulation", package: "gazesim"),
        .product(name: "GazeTesting", package: "gazesim"),
      ],
      path: "Sources/FrameTime"),
    // Steps of the pipelines: beside the same arithmetic in plain C, their allocations, and the worst with recentring.
    .target(name: "AllocationCount", path: "Sources/AllocationCount"),
    // As fast as C gets without other rounding: Swift does not contract a * b + c, either.
    .target(
      name: "PlainC", path: "Sources/PlainC", cSettings: [.unsafeFlags(["-O3", "-ffp-contract=off"])]),
    .executableTarget(
      name: "StepTime",
      dependencies: [
        "AllocationCount", "PlainC",
        .product(name: "GazePipeline", package: "gazesim"),
        .product(name: "GazeSimulation", package: "gazesim"),
      ],
      path: "Sources/StepTime"),
    // Figures beside orjson's and numpy.load's (Benchmarks/numpy/read.py).
    .executableTarget(
      name: "ReadTime",
      dependencies: [
        .product(name: "GazePipeline", package: "gazesim"),
        .product(name: "GazeRecording", package: "gazesim"),
      ],
      path: "Sources/ReadTime"),
    // Figures beside SciPy's and Ceres' (Benchmarks/fit). It looks inside its modules: build it with -enable-testing.
    .executableTarget(
      name: "FitTime",
      dependencies: [
        .product(name: "GazePipeline", package: "gazesim"),
        .product(name: "GazeRecording", package: "gazesim"),
        .product(name: "Calibrate", package: "gazesim"),
      ],
      path: "Sources/FitTime"),
  ],
  swiftLanguageModes: [.v6]
)
