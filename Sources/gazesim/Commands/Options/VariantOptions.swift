import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation

/// Options that add rows of the pipeline `standard` to a comparison, each of which differs from it in one thing.
struct VariantOptions: ParsableArguments {
  @Option(
    help: """
      Smoothings of standard, separated by commas, a row each beside the profile's: \(Smoothing.others); the \
      last five use untuned default parameters. Only gaze.
      """, completion: Completions.smoothings)
  var smoothing: String?

  @Option(
    help: """
      Recentrings of standard, separated by commas, a row each beside none: \(RecentreChoice.listing) ('gazesim \
      evaluate --help' describes each). Only gaze.
      """, completion: .list(RecentreChoice.names))
  var recentre: String?

  @Option(
    help: """
      Rules by which standard scrolls, separated by commas, a row each beside the profile's: \(ScrollRule.listing); \
      with --recentre a row for each pair. Only gaze.
      """, completion: .list(ScrollRule.names))
  var trigger: String?

  @Option(
    help: ArgumentHelp(
      """
      A constant of the simulation with values, a row of standard each beside the present value, on the same people; \
      given twice, a row for each pair. 'gazesim scenarios NAME --provenance' lists the constants. assumed: every \
      assumed constant at either end of its range.
      """, valueName: "KEY=a,b,c"))
  var vary: [String] = []

  @Option(
    help: """
      A calibration file, for a row of standard with its geometry, smoothing, trigger and (for recordings) its people.
      """, completion: Completions.json)
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  /// The files that these options read.
  var inputs: [String] { calibration.map { [$0] } ?? [] }

  private var ofGaze: [(option: String, value: String?)] {
    [("--smoothing", smoothing), ("--recentre", recentre), ("--trigger", trigger)]
  }

  func validate() throws {
    for (option, text) in ofGaze {
      if let text, text.split(separator: ",").isEmpty { throw ValidationError("\(option) needs a name.") }
    }
  }

  /// True if rows of `standard` are asked for whose difference is the question, so that no other pipeline is compared
  /// unless it is named.
  func isAboutStandard<R: Rig>(_: R.Type) -> Bool {
    !vary.isEmpty || R.accepts("trigger") && ofGaze.contains { $0.value != nil }
  }

  /// The rows of smoothings, recentrings and triggers.
  ///
  /// - Parameters:
  ///   - pipelines: names of the compared pipelines.
  ///   - areNamed: the user chose them.
  func chosen<R: Rig>(_: R.Type, pipelines: [String], areNamed: Bool) throws -> StandardVariants {
    let ofAll = [("--calibration", calibration), ("--vary", vary.first)]
    for (option, value) in (R.accepts("trigger") ? ofGaze : []) + ofAll where value != nil {
      guard pipelines.contains(R.standard.name) else {
        throw OptionError(
          option, message: "adds rows of \(R.standard.name), which --pipelines leaves out; add \(R.standard.name) to it"
        )
      }
    }
    var variants = StandardVariants()
    variants.areAlone = isAboutStandard(R.self) && !areNamed
    guard R.accepts("trigger") else { return variants }
    variants.recentres = try ListedNames.of(recentre, "--recentre", "recentring").map(RecentreChoice.named)
    variants.triggers = try ListedNames.of(trigger, "--trigger", "rule").map(ScrollRule.named)
    variants.smoothings = try NamedSmoothing.all(ListedNames.of(smoothing, "--smoothing", "smoothing"))
    return variants
  }

  /// The values of the varied constants, a list of settings for each row.
  func variations<R: Rig>(_ simulation: RigSimulation<R>) throws -> [[String: Double]] {
    if vary == ["assumed"] { return Variation.assumed(simulation) }
    guard vary.count <= Variation.mostKeys else {
      throw OptionError(
        "--vary", message: "is given \(vary.count) times; expected at most \(Variation.mostKeys) constants")
    }
    var (rows, present): ([[String: Double]], [String: Double]) = ([[:]], [:])
    for text in vary {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw OptionError("--vary \(text)", message: "expected KEY=a,b,c, or assumed alone")
      }
      let (key, constant) = (parts[0], try ParameterConstant<R.Parameters>.named(parts[0]))
      guard present[key] == nil else { throw OptionError("--vary", message: "names \(key) twice; give it once") }
      present[key] = constant.value(in: simulation.parameters)
      let values = try ListedNames.of(parts[1], "--vary \(key)", "value").map { text in
        guard let value = Double(decimal: text) else {
          throw OptionError("--vary \(key)", is: text, expected: "decimal numbers, separated by commas")
        }
        var trial = simulation
        try trial.set(key, value)
        return value
      }
      rows = rows.flatMap { row in values.map { value in row.merging([key: value]) { $1 } } }
    }
    // The row of the present values is the reference.
    rows.removeAll { row in row.allSatisfy { !Variation.isChange($0.value, from: present[$0.key] ?? 0) } }
    guard rows.count <= Variation.most else {
      throw OptionError("--vary", message: "makes \(rows.count) rows; expected at most \(Variation.most)")
    }
    return rows
  }

  /// The calibration file, if one was given. Refuses a file of another rig or device, and a simulated fit for a
  /// recorded take.
  func calibration<R: Rig>(
    _: R.Type, for header: RecordingHeader?, _ profile: DeviceProfile, _ console: OutputOptions? = nil
  ) throws -> CalibrationFile? {
    try CalibrationInput.read(
      R.self, calibration, for: header, profile, allowSimulated: allowSimulated, console)
  }
}
