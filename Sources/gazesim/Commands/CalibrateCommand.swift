import ArgumentParser
import Calibrate
import Documents
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting
import Inspection
import PortableFoundation

struct CalibrateCommand: AsyncParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit screen geometry, people and smoothing to fixations on known targets.",
    discussion: """
      Without recordings it simulates people who do the calibration scenario. The fit is of angles; the profile's \
      sigmas are its priors, and the output states for each parameter how much was learned from the data. A fit to \
      simulated data finds the geometry of that one simulated phone and says nothing about a real phone; the file says \
      so.
      """)

  @OptionGroup var device: DeviceOptions

  @Argument(
    help: "Recordings with targets. \(NamedRecordings.people)", completion: Completions.recordings)
  var files: [String] = []

  @OptionGroup var named: NamedRecordings

  @Option(
    help: "What simulated people do. Default: \(Rigs.defaults { $0.calibrationScenarioName }).",
    completion: Completions.scenarios)
  var scenario: String?

  @OptionGroup var simulation: SimulationOptions

  /// The parameters that `--free` names. A session's are freed together with their prior, so they cannot be named.
  private static let known = GeometryParameter.allCases.filter { $0.level != .session }

  /// Names of the parameters that are free by default, or of the others, for help.
  private static func names(areFree: Bool) -> String {
    known.filter { GeometryParameter.standard.contains($0) == areFree }.map(\.rawValue).joined(separator: ", ")
  }

  @Option(
    help:
      """
      Parameters to fit, separated by commas. Default: \(names(areFree: true)). Also available: \
      \(names(areFree: false)).
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
      DEVICE.RIG.calibration.json. With offsets.svg also a picture of each person's offset.
      """)
  var output: [String] = []

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var opening: OpenOption

  @OptionGroup var form: DetailsOption
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  /// Options that define the simulated people.
  static let simulated = ["scenario", "participants", "preset", "duration", "rate", "seed", "phone", "set"]

  /// The recordings: bare files, then those of `--input`.
  var input: [String] { files + named.inputFiles }

  var inputs: [String] { input + device.inputs + simulation.inputs }

  func validate() throws { try RecordingInput.checkUnique(input) }

  func run() async throws {
    try UnknownArguments.check(files, of: Self.self)
    try await run(try device.chosenRig(input))
  }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    let (profile, source) = try source(rig)
    let pictures = try pictures(rig)
    let path = try calibrationPath ?? "\(profile.id)\(R.named(after: ".")).calibration.json"
    // The output is opened before the computation, so that a path that cannot be written is refused at once.
    var output = try OutputFile(path: path, force: force)
    var run = CalibrationRun<R>(profile, source, options: R.accepts("free") ? try fitOptions() : GazeFit.Options())
    let progress = Progress("calibrate", quiet: console.quiet)
    let faults = FoundFaults()
    if !input.isEmpty { run.faults = faults }
    let file = try await R.calibrate(run, Work(jobs: jobs.count) { progress.show($0) })
    // A file that its own reader would refuse is not written.
    do throws(FileError) { try file.check("the calibration") } catch {
      throw GazeFitError.implausible("\(error.field ?? "something") that \(error.message)")
    }
    progress.finish()
    // A wrong recording is the first remark, since a fit to it is wrong, too.
    console.remark(on: faults.all)
    console.remarkUseless(["free", "residual", "no-priors"], rig)
    if !R.accepts("free") { console.remarkIgnored(["jobs"], since: "a fit of this rig uses one core") }
    if !input.isEmpty { console.remarkIgnored(Self.simulated, since: "the people are those of the recordings") }
    try output.write(Console.file(file))
    try output.commit()
    try write(pictures, of: file, device: profile.name)
    if path == "-" { return }
    try form.print(file, console) { _ in
      CalibrationDocument.document(file, path: console.quiet ? nil : path, device: profile.name)
    }
  }

  /// The calibration file that is named; nil if only pictures are.
  private var calibrationPath: String? {
    get throws {
      let files = output.filter { !PictureKind.isPicture($0) }
      guard files.count < 2 else {
        throw OptionError("-o \(files[1])", message: "is a second calibration file; name one, and pictures (.svg)")
      }
      return files.first
    }
  }

  /// The pictures to write, a temporary one if one is to be opened that has no name.
  private func pictures<R: Rig>(_: R.Type) throws -> [String] {
    let named = output.filter(PictureKind.isPicture)
    let available: [PictureKind] = R.accepts("free") ? [.offsets] : []
    try OutputFile.check(named, force: force) { path in
      _ = try PictureKind(path: path, among: available, of: "calibrate of the rig \(R.name)")
    }
    if opening.open, available.isEmpty {
      throw OptionError("--open", message: "calibrate of the rig \(R.name) draws no picture; leave --open out")
    }
    return named.isEmpty && opening.open ? [try OpenOption.temporaryPath("offsets.svg")] : named
  }

  /// Writes the pictures, and opens the first one if that was asked for.
  private func write(_ pictures: [String], of file: CalibrationFile, device name: String) throws {
    for path in pictures {
      var picture = try OutputFile(path: path, force: force)
      try picture.write(OffsetsPicture.text(file, device: name) ?? "")
      try picture.commit()
      if !console.quiet { Console.note("wrote \(path)") }
    }
    opening.show(pictures, quiet: console.quiet)
  }

  private func fitOptions() throws -> GazeFit.Options {
    var options = GazeFit.Options()
    if let free {
      options.free = Set(
        try free.split(separator: ",").map {
          try .named(String($0), kind: "parameter", among: Self.known, help: "calibrate")
        })
    }
    options.residual = try .named(residual, kind: "residual", help: "calibrate")
    options.usesPriors = !noPriors
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
    try RecordingInput.checkRereadable(input)
    let profile = try device.profile(rig, of: try RecordingFile(path: first).header, path: first)
    // The gaze rig refuses another device's recording when it reads it.
    for path in R.accepts("free") ? [] : input.dropFirst() {
      let other = try device.profile(rig, of: try RecordingFile(path: path).header, path: path)
      try RecordingInput.checkSame(other, profile, path: path)
    }
    return (profile, .recordings(input))
  }
}
