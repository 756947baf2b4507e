import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Checks the correctness stage: plants each mistake of `PointerFault` into the pipeline `standard`, and runs correct
/// pipelines with many seeds, each of which draws another path of gaze, head and phone.
struct CorrectnessStudy: Study {
  static let name = "correctness"
  static let question = "Does the correctness stage detect mistakes and pass correct pipelines?"

  /// Result for a mistake on one device.
  struct Named: Sendable, Equatable {
    /// The mistake.
    var fault: String
    var device: String
    /// Number of seeds at which the findings named the mistake; for a harmless mistake, the number of seeds at which
    /// nothing was found.
    var seeds: Int
    /// Findings at the first seed; "no effect" if nothing is wrong.
    var said: String
  }

  /// Result for a correct pipeline on one device.
  struct Blamed: Sendable, Equatable {
    var pipeline: String
    var device: String
    /// Number of seeds at which the correctness stage found a fault in the correct pipeline.
    var seeds: Int
    /// Largest lag, milliseconds.
    var largestLag: Double
    /// Findings at the first seed at which a fault was found in the correct pipeline; empty if no fault was found.
    var said: String
  }

  struct Findings: Sendable, Equatable {
    var named: [Named] = []
    var blamed: [Blamed] = []
  }

  var devices: [DeviceProfile]
  /// Devices from which the study chooses devices with another geometry.
  var library: [DeviceProfile]
  /// Seeds for each mistake.
  var faultSeeds = 10
  /// Seeds for each correct pipeline.
  var rightSeeds = 500
  /// First seed.
  var seed: UInt64 = 1

  /// Default devices.
  static let defaultDevices = ["iphone12mini", "iphonex", "iphone15promax", "iphonexr", "ipadpro11m4"]

  init(devices: [DeviceProfile], library: [DeviceProfile]) {
    self.devices = devices
    self.library = library
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let faults = Dictionary(grouping: r.named, by: \.fault)
    let rights = Dictionary(grouping: r.blamed, by: \.pipeline)
    func distinct(_ all: [String]) -> [String] { all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
    let devices = distinct(r.named.map(\.device))
    let (mistakes, pipelines) = (distinct(r.named.map(\.fault)), distinct(r.blamed.map(\.pipeline)))
    var remarks = ["findings on \(devices.first ?? "") at the first seed:"]
    func say(_ heading: String, _ words: String) {
      remarks += ["\(heading):"] + Wrapping.lines(words, indent: 2, hanging: 0)
    }
    for fault in mistakes { say(fault, faults[fault]?.first?.said ?? "") }
    for right in pipelines {
      if let first = rights[right]?.first(where: { !$0.said.isEmpty }) { say("\(right), \(first.device)", first.said) }
    }
    var named: [StudyColumn<String>] = [StudyColumn("mistake: seeds of \(faultSeeds) at which it is named") { $0 }]
    var blamed: [StudyColumn<String>] = [
      StudyColumn("correct pipeline: seeds of \(rightSeeds) at which it is blamed") { $0 }
    ]
    for (place, device) in devices.enumerated() {
      named.append(StudyColumn(device) { "\(faults[$0]?[place].seeds ?? 0)" })
      blamed.append(StudyColumn(device) { "\(rights[$0]?[place].seeds ?? 0)" })
    }
    blamed.append(StudyColumn("largest lag, ms", 0) { rights[$0]?.map(\.largestLag).max() })
    return StudyTable(
      title: ["error-free simulated gaze, 60 Hz, seeds from \(seed)"],
      parts: [StudyPart(mistakes, named), StudyPart(pipelines, blamed)], remarks: remarks,
      conclusion: conclusion(r))
  }

  /// Number of mistakes that are named at every seed, and of correct pipelines that are blamed.
  private func conclusion(_ r: Findings) -> String {
    let named = r.named.count { $0.seeds == faultSeeds }
    let blamed = r.blamed.count { $0.seeds > 0 }
    return "\(named) of \(r.named.count) mistakes are named at every seed; \(blamed) of \(r.blamed.count) correct "
      + "pipelines are blamed at one"
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let faults = PointerFault.all(others: library)
    var findings = Findings()
    let correct = devices.map(Self.rights)
    let outcomes = try await runner.cells(
      devices.map { _ in max(faultSeeds, rightSeeds) },
      fault: { device, number, outcome in
        ContentFault("result.faults", count: outcome.faults.count, expected: number < faultSeeds ? faults.count : 0)
          ?? ContentFault(
            "result.rights", count: outcome.rights.count, expected: number < rightSeeds ? correct[device].count : 0)
      }
    ) { device, number in
      outcome(number, devices[device], faults, correct[device])
    }
    for (place, profile) in devices.enumerated() {
      let (rights, seeds) = (correct[place], outcomes[place])
      for (index, fault) in faults.enumerated() {
        let own = seeds.prefix(faultSeeds).map { $0.faults[index] }
        findings.named.append(
          Named(
            fault: fault.name, device: profile.id, seeds: own.count { $0.isNamed }, said: own.first?.said ?? ""))
      }
      for (index, right) in rights.enumerated() {
        let own = seeds.prefix(rightSeeds).map { $0.rights[index] }
        findings.blamed.append(
          Blamed(
            pipeline: right.name, device: profile.id, seeds: own.count { !$0.said.isEmpty },
            largestLag: own.map(\.lag).max() ?? 0, said: own.first { !$0.said.isEmpty }?.said ?? ""))
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

  private struct Outcome: Sendable, Codable {
    struct Fault: Codable {
      var isNamed: Bool
      var said: String
    }

    struct Right: Codable {
      var said: String
      var lag: Double
    }

    var faults: [Fault] = []
    var rights: [Right] = []
  }

  private func outcome(_ number: Int, _ profile: DeviceProfile, _ faults: [PointerFault], _ rights: [Right]) -> Outcome
  {
    let stage = CorrectnessStage(screen: profile.geometry, rate: 60, seed: seed + UInt64(number))
    var outcome = Outcome()
    if number < faultSeeds {
      outcome.faults = faults.map { fault in
        let correctness = stage.judge { fault.pipeline(profile) }
        let said = correctness.findings.joined(separator: "; ")
        return Outcome.Fault(
          isNamed: fault.isHarmless ? correctness.verdict == .pass : said.contains(fault.said),
          said: said.isEmpty ? "no effect" : said)
      }
    }
    if number < rightSeeds {
      outcome.rights = rights.map { right in
        let correctness = stage.judge(claims: right.claims) { right.pipeline() }
        let lag = correctness.checks.first { $0.metric == "pointer.lagMilliseconds" }?.physical
        return Outcome.Right(said: correctness.findings.joined(separator: "; "), lag: lag ?? .infinity)
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
