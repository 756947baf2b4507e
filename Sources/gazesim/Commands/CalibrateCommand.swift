import ArgumentParser
import Calibrate
import Evaluate
import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting

struct CalibrateCommand: AsyncParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit screen geometry, people and smoothing to looks at known targets.",
    discussion: """
      Without --input it simulates people doing the calibration scenario. The fit is of angles; the profile's sigmas are \
      priors, and each parameter says how much of it was learned from the data. A fit to simulated data finds that one \
      simulated phone's geometry and says nothing about a real one; the file says so.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      A recording with targets; may be repeated. Files are of different people unless their headers have the same person \
      ('gazesim convert --person').
      """)
  var input: [String] = []

  @Option(help: "What simulated people do. Default: \(KnownRigs.defaults { $0.calibrationScenarioName }).")
  var scenario: String?

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help:
      """
      Parameters to fit, separated by commas. Default: screenWidth, screenHeight, cameraX, cameraY, gazeOffsetH, \
      gazeOffsetV, gainH, gainV. Besides: tiltX, tiltY, depth, quadraticHXX, quadraticHXY, quadraticHYY, quadraticVXX, \
      quadraticVXY, quadraticVYY.
      """
  )
  var free: String?

  @Option(
    help: """
      What is made small: angle (a look at a time), sample (angles sample by sample: no look is left out, and no drift \
      modelled), or screen (points, sample by sample: biased by the tracker's noise, for comparison).
      """)
  var residual = "angle"

  @Flag(help: "Fit without priors: the data alone.")
  var noPriors = false

  @Option(
    name: .shortAndLong,
    help:
      "The calibration file. Default: DEVICE.calibration.json in this folder; of another rig DEVICE.RIG.calibration.json."
  )
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  /// What says who is simulated.
  static let simulated = ["scenario", "participants", "preset", "duration", "rate", "seed", "phone", "set"]

  var inputs: [String] { input + device.inputs + simulation.inputs }

  func validate() throws { try RecordingInput.checkUnique(input) }

  func run() async throws { try await device.commandRig(input).calibrate(self) }

  /// The gaze rig's fit.
  func calibrateGaze() async throws {
    let (profile, source) = try source()
    let path = self.output ?? "\(profile.id).calibration.json"
    // Begun before the work: what cannot be written is refused at once.
    var output = try OutputFile(path: path, force: force)
    let free = try free.map { Set(try $0.split(separator: ",").map { try GeometryParameter.named(String($0)) }) }
    guard let residual = GazeFit.Residual(rawValue: residual) else {
      throw UnknownName(
        kind: "residual", name: residual, among: GazeFit.Residual.allCases.map(\.rawValue),
        listing: "gazesim calibrate --help")
    }
    let run = CalibrationRun<GazeRig>(profile, source) { [noPriors] in
      GazeFit($0, free: free ?? GeometryParameter.standard, usesPriors: !noPriors, residual: residual)
    }
    let progress = Progress("calibrate", quiet: console.quiet)
    let file = try await run.file(jobs: jobs.count) { progress.show($0) }
    // What its own reader would refuse is not written.
    do throws(FileError) { try file.check("the calibration") } catch {
      throw GeometryFitFailure.implausible("\(error.field ?? "something") that \(error.message)")
    }
    progress.finish()
    try finish(file, path, &output) { CalibrationText.lines(file) }
  }

  /// Puts the file in its place and says what is in it.
  func finish(
    _ file: some Encodable, _ path: String, _ output: inout OutputFile, lines: () -> [String]
  ) throws {
    try output.write([UInt8](Console.encoded(file)) + Array("\n".utf8))
    try output.commit()
    if path == "-" { return }
    if console.json {
      try Console.print(json: file)
    } else {
      try Console.print(lines() + (console.quiet ? [] : ["", "wrote \(path)"]))
    }
  }

  private func source() throws -> (Profile, CalibrationRun<GazeRig>.Source) {
    if !input.isEmpty {
      console.remarkIgnored(Self.simulated, since: "--input gives the recordings")
    }
    guard let first = input.first else {
      let profile = try device.chosen()
      let scenario = try Scenario.named(scenario ?? GazeCommands.calibrationScenarioName)
      return (
        profile, .simulated(try simulation.simulation(NominalPhone(profile), scenario, participants: 5))
      )
    }
    try RecordingInput.checkRereadable(input)
    let header = try RecordingReader(path: first).header
    return (try RecordingInput.profile(header, device, path: first), .recordings(input))
  }
}

extension GeometryParameter {
  /// The parameter with this name.
  fileprivate static func named(_ name: String) throws -> GeometryParameter {
    // What a session adds is freed with its prior, not by hand.
    if let parameter = GeometryParameter(rawValue: name), parameter.level != .session { return parameter }
    throw UnknownName(
      kind: "parameter", name: name, among: allCases.filter { $0.level != .session }.map(\.rawValue),
      listing: "gazesim calibrate --help")
  }
}
