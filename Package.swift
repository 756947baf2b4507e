// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests are compiled without optimisation, also in release builds: a test spends its time in the optimised modules that
// it calls, and to optimise the tests takes half as long again as to compile them. Their modules are not emitted by a
// second compilation, which would parse and check every file again. Packages that depend on this one are not affected:
// SwiftPM refuses unsafe flags only in the targets of a product, and no product contains a test target.
let testing =
  strict + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]

// The part that needs GSL, libcrypto and the argument parser: Calibrate, Evaluate and the command. The trait is enabled
// by default, so that a checkout builds everything. An app's manifest disables it with `traits: []`; SwiftPM then
// neither looks for the libraries nor fetches the argument parser.
let command: Set<String> = ["Command"]

// Apple asks why an app calls `stat`, which GazeRecording does; Xcode merges the answer into the app's report. Apps are
// built on a Mac alone. Elsewhere the accessor that SwiftPM writes for a resource would link all of Foundation.
let privacy = "PrivacyInfo.xcprivacy"
#if os(macOS)
  let (recordingResources, recordingExcludes): ([Resource], [String]) = ([.copy(privacy)], [])
#else
  let (recordingResources, recordingExcludes): ([Resource], [String]) = ([], [privacy])
#endif

let package = Package(
  name: "gazesim",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    // MARK: Libraries for apps (no GSL, see "GSL" below)
    .library(name: "GazePipeline", targets: ["GazePipeline"]),
    .library(name: "GazeRecording", targets: ["GazeRecording"]),
    .library(name: "Profiles", targets: ["Profiles"]),
    .library(name: "GazeArticle2021", targets: ["GazeArticle2021"]),
    .library(name: "GazeImport", targets: ["GazeImport"]),
    .library(name: "GazeMetrics", targets: ["GazeMetrics"]),
    .library(name: "GazeSimulation", targets: ["GazeSimulation"]),
    .library(name: "GazeTesting", targets: ["GazeTesting"]),
    // MARK: GSL is GPL-3: only these two products depend on it
    .library(name: "Calibrate", targets: ["Calibrate"]),
    .library(name: "Evaluate", targets: ["Evaluate"]),
    // MARK: The command
    .executable(name: "gazesim", targets: ["GazeSimCommand"]),
  ],
  traits: [
    .default(enabledTraits: command),
    .trait(
      name: "Command",
      description: "The command gazesim and the products Calibrate and Evaluate, which link GSL (GPL-3)"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // MARK: Modules in the order of the data flow, from a frame to a verdict
    .target(name: "GazePipeline", swiftSettings: strict),
    // The part of Foundation that the modules below use; GazePipeline needs none.
    .target(name: "PortableFoundation", swiftSettings: strict),
    // zlib.h and libz are in the default search paths on Debian and in Apple's SDKs. pkg-config is not used, because
    // for an iPhone it would return the Mac's own folders.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "GazeRecording", dependencies: ["GazePipeline", "PortableFoundation", "CZlib"],
      exclude: recordingExcludes, resources: recordingResources, swiftSettings: strict),
    .target(
      name: "GazeImport", dependencies: ["GazePipeline", "GazeRecording", "PortableFoundation"], swiftSettings: strict),
    .target(
      name: "Profiles", dependencies: ["GazeRecording"], path: "profiles",
      exclude: ["make-profiles.py"],
      resources: [
        "iphonex", "iphonexs", "iphonexsmax", "iphonexr", "iphone11", "iphone11pro", "iphone11promax",
        "iphone12mini", "iphone12", "iphone12pro", "iphone12promax", "iphone13mini", "iphone13", "iphone13pro",
        "iphone13promax", "iphone14", "iphone14plus", "iphone14pro", "iphone14promax", "iphone15", "iphone15plus",
        "iphone15pro", "iphone15promax", "iphone16", "iphone16plus", "iphone16pro", "iphone16promax", "iphone16e",
        "iphone17", "iphone17pro", "iphone17promax", "iphoneair", "iphone17e", "ipadpro11gen1", "ipadpro11gen2",
        "ipadpro11gen3", "ipadpro11gen4", "ipadpro11m4", "ipadpro11m5", "ipadpro129gen3", "ipadpro129gen4",
        "ipadpro129gen5", "ipadpro129gen6", "ipadpro13m4", "ipadpro13m5",
      ].map { .embedInCode("\($0).json") },
      swiftSettings: strict),
    // The methods that the 2021 article's view controller calls, under the article's names.
    .target(
      name: "GazeArticle2021", dependencies: ["GazePipeline", "GazeRecording", "Profiles"], swiftSettings: strict),
    .target(name: "GazeMetrics", dependencies: ["GazePipeline", "PortableFoundation"], swiftSettings: strict),
    // `Sources/GazeSim` and `Sources/gazesim` are the same folder on a case-insensitive disk, so each target lists its
    // own subfolders.
    .target(
      name: "GazeSimulation", dependencies: ["GazePipeline", "GazeRecording", "PortableFoundation"],
      path: "Sources/GazeSim",
      sources: [
        "Random", "People", "Eyes", "Head", "Page", "Behaviour", "Phone", "Tracker", "Scenarios", "Simulation", "Rigs",
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    .target(
      name: "Calibrate",
      dependencies: ["GazeRecording", "GazeMetrics", .byName(name: "CGSL", condition: .when(traits: command))],
      swiftSettings: strict),
    .target(
      name: "GazeTesting", dependencies: ["GazeSimulation", "GazeMetrics", "Profiles"],
      swiftSettings: strict),
    // A command's result in words, and how each format prints it; no product.
    .target(
      name: "Documents", dependencies: ["GazeMetrics", "GazeRecording", "PortableFoundation"], swiftSettings: strict),
    // The commands doctor, quality and characterize, which judge a recording alone and need no rig; no product. It does
    // not import GazeTesting, so that the two can be compiled at the same time.
    .target(
      name: "Inspection", dependencies: ["GazeSimulation", "Calibrate", "GazeImport", "Documents"],
      swiftSettings: strict),
    // SHA-256 of input files; on Apple's systems it is CryptoKit's.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "Evaluate",
      dependencies: [
        "GazeTesting", "Inspection", "Calibrate", "GazeImport", "Documents",
        .byName(name: "CCrypto", condition: .when(platforms: [.linux], traits: command)),
      ],
      resources: [.embedInCode("Page/replay.js")]
        + ["gaze-phone", "gaze-tablet", "head", "body", "drag"].map { .embedInCode("Gating/Limits/\($0).json") },
      swiftSettings: strict),
    .executableTarget(
      name: "GazeSimCommand",
      dependencies: [
        "Evaluate", "Inspection", "Documents", "GazeImport",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: command)),
      ],
      path: "Sources/gazesim", sources: ["Commands"], swiftSettings: strict),
    // MARK: Tests, one target a module
    // Their common support. It depends on no module, so that the tests of GazePipeline need no other one.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // People and phones that the tests of both fits, a person's and a device's, simulate by the model's own arithmetic.
    .target(
      name: "CalibrationSupport", dependencies: ["GazeRecording", "TestSupport"], path: "Tests/CalibrationSupport",
      swiftSettings: strict),
    .testTarget(name: "PortableFoundationTests", dependencies: ["PortableFoundation"], swiftSettings: testing),
    .testTarget(name: "GazePipelineTests", dependencies: ["GazePipeline", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "GazeRecordingTests",
      dependencies: ["GazeRecording", "RecorderChild", "CalibrationSupport", "TestSupport"],
      exclude: ["Version1"], swiftSettings: testing),
    // The process that tests kill while it records.
    .executableTarget(
      name: "RecorderChild", dependencies: ["GazeRecording"], path: "Tests/RecorderChild", swiftSettings: strict),
    .testTarget(name: "GazeImportTests", dependencies: ["GazeImport", "TestSupport"], swiftSettings: testing),
    .testTarget(name: "ProfilesTests", dependencies: ["Profiles", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "GazeMetricsTests", dependencies: ["GazeMetrics", "CGSL", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "GazeSimulationTests", dependencies: ["GazeSimulation", "GazeMetrics", "Profiles", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "CalibrateTests", dependencies: ["Calibrate", "CGSL", "CalibrationSupport", "TestSupport"],
      exclude: ["NIST"], swiftSettings: testing),
    .testTarget(name: "GazeTestingTests", dependencies: ["GazeTesting", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "InspectionTests", dependencies: ["Inspection", "GazeTesting", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "EvaluateTests",
      dependencies: [
        "Evaluate", "Inspection", "Calibrate", "GazeImport", "Profiles", "GazeSimulation", "GazeTesting", "TestSupport",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "GazeSimCommandTests", dependencies: ["GazeSimCommand", "Evaluate", "TestSupport"], swiftSettings: testing),
    // The readers that `script/fuzz` runs, and the tests of its seeds and of the faults that it found.
    .target(
      name: "FuzzReaders", dependencies: ["Evaluate", "Inspection", "GazeImport", "GazeTesting"],
      path: "Tests/FuzzReaders", swiftSettings: strict),
    .testTarget(name: "FuzzReadersTests", dependencies: ["FuzzReaders", "TestSupport"], swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)

// MARK: What the makers need and no user: the claims of the pages, and the validation of the tool itself. They reach
// into the modules that they judge, so they are built like tests, with -enable-testing (script/evidence, script/test).
if Context.environment["GAZESIM_EVIDENCE"] != nil {
  package.products.append(.executable(name: "evidence", targets: ["Evidence"]))
  package.targets += [
    .target(
      name: "StudySupport", dependencies: ["Evaluate", "GazeTesting", "Profiles"], path: "Evidence/Support",
      swiftSettings: strict),
    .executableTarget(
      name: "Evidence", dependencies: ["Evaluate", "GazeImport", "StudySupport"], path: "Evidence",
      exclude: ["Support"], swiftSettings: strict),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence", "TestSupport"], swiftSettings: testing),
    // The drivers of the validation are optimised, which test targets are not.
    .target(
      name: "Validation", dependencies: ["Evaluate", "Inspection", "Calibrate", "StudySupport"],
      path: "Tests/Validation", swiftSettings: strict),
    .testTarget(
      name: "ValidationTests", dependencies: ["Validation", "GazeImport", "CalibrationSupport", "TestSupport"],
      swiftSettings: testing),
  ]
}
