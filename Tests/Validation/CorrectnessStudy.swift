import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Checks the correctness stage: plants each mistake of `PointerFault` into the pipeline `standard`, and runs correct
/// pipelines with many seeds, each of which draws another path of gaze, head and phone.
struct CorrectnessStudy: Sendable {
  /// A mistake, or a correct pipeline, on one device.
  struct Row: Sendable, Equatable {
    let name, device: String
    /// Number of seeds at which the findings named the mistake (for a harmless mistake, at which nothing was found), or
    /// at which a fault was found in a correct pipeline.
    let seeds: Int
    /// Findings at the first seed, of a correct pipeline at the first seed at which there are any; "no effect" if
    /// nothing is wrong.
    let said: String
    /// Largest lag of a correct pipeline, milliseconds.
    var largestLag: Double?
  }

  struct Findings: Sendable, Equatable {
    var mistakes: [Row] = []
    var correct: [Row] = []
  }

  var devices: [DeviceProfile]
  /// Devices from which the study chooses devices with another geometry.
  let library: [DeviceProfile]
  /// Seeds for each mistake, and for each correct pipeline.
  var faultSeeds = 10, rightSeeds = 500
  /// First seed.
  var seed: UInt64 = 1

  /// Default devices.
  static let defaultDevices = ["iphone12mini", "iphonex", "iphone15promax", "iphonexr", "ipadpro11m4"]

  func table(jobs: Int) async throws -> StudyTable {
    let r = try await findings(jobs: jobs)
    func part(_ heading: String, _ rows: [Row]) -> StudyPart {
      let byName = Dictionary(grouping: rows, by: \.name)
      let first = rows.filter { $0.device == rows[0].device }
      let columns: [StudyColumn<Row>] =
        [.init("name", \.name)]
        + devices.enumerated().map { place, device in .init(device.id) { byName[$0.name]?[place].seeds ?? 0 } }
        + [
          .init("largest lag, ms", 0) { byName[$0.name]?.compactMap(\.largestLag).max() },
          .init("findings on the first device", \.said),
        ]
      return StudyPart(heading, first, columns)
    }
    return StudyTable(
      title: ["error-free simulated gaze, 60 Hz, seeds from \(seed)"],
      parts: [
        part("mistakes: seeds of \(faultSeeds) at which they are named", r.mistakes),
        part("correct pipelines: seeds of \(rightSeeds) at which they are blamed", r.correct),
      ],
      conclusion: """
        \(r.mistakes.count { $0.seeds == faultSeeds }) of \(r.mistakes.count) mistakes are named at every seed; \
        \(r.correct.count { $0.seeds > 0 }) of \(r.correct.count) correct pipelines are blamed at one
        """)
  }

  func findings(jobs: Int) async throws -> Findings {
    let faults = PointerFault.all(others: library)
    var findings = Findings()
    for profile in devices {
      let rights = Self.rights(profile)
      let seeds = try await mapInParallel(count: max(faultSeeds, rightSeeds), jobs: jobs) {
        outcome($0, profile, faults, rights)
      }
      for (index, fault) in faults.enumerated() {
        let own = seeds.prefix(faultSeeds).map { $0.faults[index] }
        findings.mistakes.append(
          Row(name: fault.name, device: profile.id, seeds: own.count(where: \.isNamed), said: own.first?.said ?? ""))
      }
      for (index, right) in rights.enumerated() {
        let own = seeds.prefix(rightSeeds).map { $0.rights[index] }
        let blamed = own.filter { !$0.said.isEmpty }
        findings.correct.append(
          Row(
            name: right.name, device: profile.id, seeds: blamed.count, said: blamed.first?.said ?? "-",
            largestLag: own.map(\.lag).max()))
      }
    }
    return findings
  }

  /// Correct pipeline, and its claims.
  struct Right: Sendable {
    var name: String
    var claims = PointerClaims()
    var pipeline: @Sendable () -> any PointerPipeline
  }

  /// Correct pipelines of a device: `standard` with every smoothing that the command knows, with the heaviest
  /// smoothings whose lag need not be declared, with smoothings twice as heavy and a declared lag, and pipelines of
  /// other kinds.
  static func rights(_ profile: DeviceProfile) -> [Right] {
    let screen = profile.geometry
    func standard(_ name: String, _ smoothing: Smoothing, lag: Double? = nil) -> Right {
      var claims = PointerClaims()
      claims.lag = lag ?? claims.lag
      return Right(name: "standard, \(name)", claims: claims) {
        StandardPipeline(geometry: screen, smoothing: smoothing, trigger: profile.trigger.settings)
      }
    }
    func named(_ pipeline: Pipeline<GazeRig>) -> Right {
      let setup = Setup(upright: profile, smoothing: Smoothing.none)
      return Right(name: pipeline.name, claims: pipeline.engine.claims(setup)) { pipeline.pointer(setup) }
    }
    return [
      standard("the profile's smoothing", profile.smoothingValue), standard("unsmoothed", .none),
      standard("mean of 10", .movingAverage(10)), standard("mean of 15", .movingAverage(15)),
      standard("exponential", Smoothing.Family.exponential.example),
      standard("double exponential", Smoothing.Family.doubleExponential.example),
      standard("triangular mean of 16", Smoothing.Family.gatedTriangular.example),
      standard("Kalman", Smoothing.Family.kalman.example),
      standard("mean of 30, declared 250 ms", .movingAverage(30), lag: 0.25),
      standard("exponential 200 ms, declared 250 ms", .exponential(.init(timeConstant: 0.2)), lag: 0.25),
      named(GazeRig.article2021Converted), named(GazeRig.gazecapture),
      Right(name: "cyclopean, no frills") { CyclopeanPointer(screen: screen) },
    ]
  }

  private struct Outcome: Sendable {
    var faults: [(isNamed: Bool, said: String)] = []
    var rights: [(said: String, lag: Double)] = []
  }

  private func outcome(_ number: Int, _ profile: DeviceProfile, _ faults: [PointerFault], _ rights: [Right]) -> Outcome
  {
    let stage = CorrectnessStage(screen: profile.geometry, rate: 60, seed: seed + UInt64(number))
    var outcome = Outcome()
    if number < faultSeeds {
      outcome.faults = faults.map { fault in
        let correctness = stage.judge { fault.pipeline(profile) }
        let said = correctness.findings.joined(separator: "; ")
        return (
          fault.isHarmless ? correctness.verdict == .pass : said.contains(fault.expectedWords),
          said.isEmpty ? "no effect" : said
        )
      }
    }
    if number < rightSeeds {
      outcome.rights = rights.map { right in
        let correctness = stage.judge(claims: right.claims) { right.pipeline() }
        let lag = correctness.checks.first { $0.metric == "pointer.lagMilliseconds" }?.physical
        return (correctness.findings.joined(separator: "; "), lag ?? .infinity)
      }
    }
    return outcome
  }
}

/// A pipeline that only maps one ray from between the eyes to a pointer, as an app's own pipeline might do in its first
/// version.
private struct CyclopeanPointer: PointerPipeline {
  let screen: ScreenGeometry

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let face = frame.cameraFromFace, let eye = CyclopeanEye(frame),
      let hit = screen.hit(of: GazeRay(origin: face.apply(eye.origin), direction: face.apply(direction: eye.direction)))
    else { return PointerOutput(pointer: nil, rawPointer: nil) }
    let point = screen.point(ofHit: hit)
    return PointerOutput(pointer: point, rawPointer: point)
  }
}
