import ArgumentParser
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write limits, a workflow and a test to start with, in the current folder.",
    discussion: """
      Writes \(limitsPath) (limits from today's figures of the pipeline standard on simulated people, with \
      \(NumberText.whole(100 * WrittenLimits.usualRoom)) % room), \
      \(workflowPath) (a gate in each pull request) and \(testPath) (a test for your own pipeline), and prints three \
      next steps. It asks nothing, and leaves files that exist as they are.
      """)

  static let limitsPath = "limits.json"
  static let workflowPath = ".github/workflows/gaze.yml"
  static let testPath = "GazeGateTests.swift"

  @Option(
    help: "The device; 'gazesim devices' lists them. Default: \(GazeRig.facts.device).",
    completion: Completions.devices)
  var device: String?

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    let profile = try DeviceOptions.library(file: nil).profile(id: device ?? GazeRig.facts.device)
    var files: [File] = []
    try await write(Self.limitsPath, "limits of \(profile.id), for gate --limits", &files) {
      try await limits(profile)
    }
    try await write(Self.workflowPath, "a gate in each pull request", &files) {
      Array(InitTemplates.workflow(device: profile.id, limits: Self.limitsPath).utf8)
    }
    try await write(Self.testPath, "a test of your own pipeline", &files) { try test(profile) }
    let next = [
      files.first?.isWritten == true
        ? "gazesim gate --device \(profile.id) --limits \(Self.limitsPath)"
        : "gazesim gate --limits \(Self.limitsPath), and the options that wrote it",
      "\(Self.workflowPath): replace OWNER/gazesim@COMMIT, then commit it",
      "\(Self.testPath): move it to your tests and put your pipeline in it",
    ]
    guard !console.json else {
      let written = files.map { ["path": $0.path, "written": $0.isWritten, "what": $0.what] as JSONFields }
      let fields: JSONFields = [
        "schema": "gazesim.init", "version": 1, "device": profile.id, "files": written, "next": next,
      ]
      return try Console.print(json: fields)
    }
    let width = files.map(\.path.count).max() ?? 0
    try Console.print(
      files.map { file in
        let path = file.path + String(repeating: " ", count: width - file.path.count)
        return file.isWritten ? "wrote \(path)  \(file.what)" : "left  \(path)  exists already"
      } + ["", "next"] + next.enumerated().map { "  \($0.offset + 1). \($0.element)" })
  }

  /// A file that was written, or that existed, and its purpose.
  private typealias File = (path: String, isWritten: Bool, what: String)

  /// Writes a file unless there is one.
  private func write(
    _ path: String, _ what: String, _ files: inout [File], _ contents: () async throws -> [UInt8]
  ) async throws {
    // A link that leads nowhere is also left alone, so the link itself is looked up.
    let isThere = (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    if !isThere {
      let bytes = try await contents()
      try makeFolder(of: path)
      var output = try OutputFile(path: path, force: false)
      try output.write(bytes)
      try output.commit()
    }
    files.append((path, !isThere, what))
  }

  /// Makes the folder of a file that is to be written.
  private func makeFolder(of path: String) throws {
    guard let end = path.lastIndex(of: "/") else { return }
    let folder = String(path[..<end])
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw FileError(path: folder, message: "cannot be made: expected a folder, or a place where you may make one")
    }
  }

  /// A limits file from the figures of the pipeline `standard`, as `gate --write-limits` makes it.
  private func limits(_ profile: DeviceProfile) async throws -> [UInt8] {
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: GazeRig.facts.scenarios[0], participants: SimulationOptions.usualPeople)
    let run = Run<GazeRig>(profile: profile, simulation: simulation)
    let progress = Progress("init", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await GazeRig.evaluate(Evaluation(run), Work(jobs: jobs.count) { progress.show($0) })
    let made = try WrittenLimits(report, on: GazeRig.metricsToLimit(report), room: WrittenLimits.usualRoom)
    try await GazeRig.check(made.gates, run, jobs: jobs.count)
    return try Console.file(made)
  }

  /// A test with limits from the figures of the pipeline `standard` in the same test.
  private func test(_ profile: DeviceProfile) throws -> [UInt8] {
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .validation, participants: InitTemplates.people)
    let pipeline = StandardPipeline(profile, screen: profile.geometry)
    let people = try AccuracyCheck(simulation).results { _ in pipeline }.filter { !$0.isFailing }
    func limit(_ name: GazeMetricName) throws -> Double {
      guard let interval = name.metric.estimate(people)?.interval.interval,
        let limit = WrittenLimits.limit(on: name.metric, interval, room: WrittenLimits.usualRoom)
      else { throw FileError(path: profile.id, message: "\(name.rawValue) has no figure, so there is no limit on it") }
      return limit
    }
    return Array(
      InitTemplates.test(
        device: profile.id, error: try limit(.pointerErrorPointsMedian), lag: try limit(.pointerLatencyMilliseconds)
      ).utf8)
  }
}
