import ArgumentParser
import Calibrate
import Evaluate
import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting

struct CalibrateCommand: AsyncParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit screen geometry, people and smoothing to fixations on known targets.",
    discussion: """
      Without --input it simulates people who do the calibration scenario. The fit is of angles; the profile's sigmas \
      are its priors, and the output states for each parameter how much was learned from the data. A fit to simulated \
      data finds the geometry of that one simulated phone and says nothing about a real phone; the file says so.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      A recording with targets; may be repeated. Files are of different people unless their headers have the same \
      person ('gazesim convert --person').
      """)
  var input: [String] = []

  @Option(help: "What simulated people do. Default: \(Rigs.defaults { $0.calibrationScenarioName }).")
  var scenario: String?

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help:
      """
      Parameters to fit, separated by commas. Default: screenWidth, screenHeight, cameraX, cameraY, gazeOffsetH, \
      gazeOffsetV, gainH, gainV. Also available: tiltX, tiltY, depth, quadraticHXX, quadraticHXY, quadraticHYY, \
      quadraticVXX, quadraticVXY, quadraticVYY.
      """
  )
  var free: String?

  @Option(
    help: """
      Residual that the fit minimises: angle (one angle per fixation), or screen (points, sample by sample: biased by \
      the tracker's noise, for comparison).
      """)
  var residual = "angle"

  @Flag(help: "Fit the data alone, without priors.")
  var noPriors = false

  @Option(
    name: .shortAndLong,
    help: """
      The calibration file to write. Default: DEVICE.calibration.json in this folder; for another rig than gaze \
      DEVICE.RIG.calibration.json.
      """)
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  /// Options that define the simulated people.
  static let simulated = ["scenario", "participants", "preset", "duration", "rate", "seed", "phone", "set"]

  var inputs: [String] { input + device.inputs + simulation.inputs }

  func validate() throws { try RecordingInput.checkUnique(input) }

  func run() async throws { try await run(try device.chosenRig(input)) }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    console.remarkGazeAlone(["free", "residual", "no-priors"], rig)
    if !R.isUsual { console.remarkIgnored(["jobs"], since: "a fit of this rig uses one core") }
    let (profile, source) = try source(rig)
    let path = self.output ?? "\(profile.id)\(R.isUsual ? "" : ".\(R.name)").calibration.json"
    // The output is opened before the computation, so that a path that cannot be written is refused at once.
    var output = try OutputFile(path: path, force: force)
    let run = CalibrationRun<R>(profile, source, options: R.isUsual ? try fitOptions() : GazeFit.Options())
    let progress = Progress("calibrate", quiet: console.quiet)
    let file = try await run.file(jobs: jobs.count) { progress.show($0) }
    // A file that its own reader would refuse is not written.
    do throws(FileError) { try file.check("the calibration") } catch {
      throw GazeFitError.implausible("\(error.field ?? "something") that \(error.message)")
    }
    progress.finish()
    try output.write([UInt8](Console.encoded(file)) + Array("\n".utf8))
    try output.commit()
    if path == "-" { return }
    if console.json {
      try Console.print(json: file)
    } else {
      let lines = R.isUsual ? CalibrationText.lines(file) : RigCalibrationText.lines(file)
      try Console.print(lines + (console.quiet ? [] : ["", "wrote \(path)"]))
    }
  }

  private func fitOptions() throws -> GazeFit.Options {
    var options = GazeFit.Options()
    if let free { options.free = Set(try free.split(separator: ",").map { try GeometryParameter.named(String($0)) }) }
    guard let residual = GazeFit.Residual(rawValue: residual) else {
      throw UnknownNameError(
        kind: "residual", name: residual, among: GazeFit.Residual.allCases.map(\.rawValue),
        listing: "gazesim calibrate --help")
    }
    (options.usesPriors, options.residual) = (!noPriors, residual)
    return options
  }

  private func source<R: Rig>(_ rig: R.Type) throws -> (DeviceProfile, CalibrationRun<R>.Source) {
    guard let first = input.first else {
      let profile = try device.profile(rig)
      let scenario = try scenario.map { try R.scenario($0) } ?? R.facts.calibrationScenario
      return (
        profile, .simulated(try simulation.simulation(NominalPhone(profile), scenario, participants: 5))
      )
    }
    console.remarkIgnored(Self.simulated, since: "--input gives the recordings")
    try RecordingInput.checkRereadable(input)
    let profile = try device.profile(rig, of: try RecordingFile(path: first).header, path: first)
    // The gaze rig refuses another device's recording when it reads it.
    for path in R.isUsual ? [] : input.dropFirst() {
      let other = try device.profile(rig, of: try RecordingFile(path: path).header, path: path)
      try RecordingInput.checkSame(other, profile, path: path)
    }
    return (profile, .recordings(input))
  }
}

extension GeometryParameter {
  /// The parameter with this name.
  fileprivate static func named(_ name: String) throws -> GeometryParameter {
    // A session's parameters are freed together with their prior, so they cannot be named here.
    if let parameter = GeometryParameter(rawValue: name), parameter.level != .session { return parameter }
    throw UnknownNameError(
      kind: "parameter", name: name, among: allCases.filter { $0.level != .session }.map(\.rawValue),
      listing: "gazesim calibrate --help")
  }
}
