import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

/// Does the correctness stage name what is wrong, and does it leave right pipelines alone?
///
/// Each mistake of `PointerFault` is planted into `standard`, and pipelines that are right are run at many seeds, each of
/// which draws another way of gaze, head and phone.
package struct CorrectnessStudy: Sendable {
  /// A mistake, on one device.
  package struct Named: Sendable, Codable, Equatable {
    /// What was planted.
    package var fault: String
    /// On which device.
    package var device: String
    /// Seeds at which the findings named it; of a harmless one, at which nothing was found.
    package var seeds: Int
    /// What it said at the first seed; "no effect" where nothing is wrong.
    package var said: String
  }

  /// A right pipeline, on one device.
  package struct Blamed: Sendable, Codable, Equatable {
    /// Which.
    package var pipeline: String
    /// On which device.
    package var device: String
    /// Seeds at which it was blamed.
    package var seeds: Int
    /// The largest lag, milliseconds.
    package var largestLag: Double
    /// What it said when it blamed for the first time; empty where it never did.
    package var said: String
  }

  /// What came of it.
  package struct Report: Sendable, Codable, Equatable {
    /// `gazesim.correctnessStudy`.
    package var schema = "gazesim.correctnessStudy"
    /// Version of this layout.
    package var version = 1
    /// Seeds for each mistake.
    package var faultSeeds: Int
    /// Seeds for each right pipeline.
    package var rightSeeds: Int
    /// The first of them.
    package var seed: UInt64
    /// Mistakes.
    package var named: [Named]
    /// Right pipelines.
    package var blamed: [Blamed]
  }

  /// The devices.
  package var devices: [DeviceProfile]
  /// Among which those of another geometry are found.
  package var library: [DeviceProfile]
  /// Seeds for each mistake.
  package var faultSeeds = 10
  /// Seeds for each right pipeline.
  package var rightSeeds = 500
  /// The first of them.
  package var seed: UInt64 = 1

  /// The devices that are asked about by default.
  package static let defaultDevices = ["iphone12mini", "iphonex", "iphone15promax", "iphonexr", "ipadpro11m4"]

  /// A study on these devices.
  package init(devices: [DeviceProfile], library: [DeviceProfile]) {
    self.devices = devices
    self.library = library
  }

  /// Everything; the same for any number of jobs.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let faults = PointerFault.all(others: library)
    var report = Report(faultSeeds: faultSeeds, rightSeeds: rightSeeds, seed: seed, named: [], blamed: [])
    let count = max(faultSeeds, rightSeeds)
    for (place, profile) in devices.enumerated() {
      let rights = Self.rights(profile)
      let seeds = try await mapInParallel(count: count, jobs: jobs) { number in
        defer { progress((Double(place) + Double(number + 1) / Double(count)) / Double(devices.count)) }
        return outcome(number, profile, faults, rights)
      }
      for (index, fault) in faults.enumerated() {
        let own = seeds.prefix(faultSeeds).map { $0.faults[index] }
        report.named.append(
          Named(
            fault: fault.name, device: profile.id, seeds: own.count { $0.isNamed }, said: own.first?.said ?? ""))
      }
      for (index, right) in rights.enumerated() {
        let own = seeds.prefix(rightSeeds).map { $0.rights[index] }
        report.blamed.append(
          Blamed(
            pipeline: right.name, device: profile.id, seeds: own.count { !$0.said.isEmpty },
            largestLag: own.map(\.lag).max() ?? 0, said: own.first { !$0.said.isEmpty }?.said ?? ""))
      }
    }
    return report
  }

  /// A pipeline that is right, and what it declares.
  struct Right: Sendable {
    var name: String
    var claims = PointerClaims()
    var pipeline: @Sendable () -> any PointerPipeline
  }

  /// Right pipelines of a device: `standard` with every smoothing that the command knows, the heaviest that stay within the
  /// lag that nobody needs to declare, twice as heavy ones that declare theirs, and pipelines of other kinds.
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
          fault.isHarmless ? correctness.verdict == .pass : said.contains(fault.said), said.isEmpty ? "no effect" : said
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

/// One ray from between the eyes, and nothing else: what an app's own pipeline begins with.
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
