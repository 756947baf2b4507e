import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording

/// Options that add rows of the pipeline `standard` to a comparison, each of which differs from it in one thing.
struct VariantOptions: ParsableArguments {
  @Option(
    help: """
      Smoothings of standard, separated by commas, a row each beside the profile's: none, mean10, exponential, \
      doubleExponential, oneEuro, gatedTriangular, kalman; the last five use untuned default parameters. Only gaze.
      """, completion: Completions.smoothings)
  var smoothing: String?

  @Option(
    help: """
      Recentrings of standard, separated by commas, a row each beside none: none, dot, tap15, x, reading ('gazesim \
      evaluate --help' describes each). Only gaze.
      """, completion: .list(RecentreChoice.allCases.map(\.rawValue)))
  var recentre: String?

  @Option(
    help: """
      Rules by which standard scrolls, separated by commas, a row each beside the profile's: edge, below, confirm, \
      sign; with --recentre a row for each pair. Only gaze.
      """, completion: .list(ScrollRule.allCases.map(\.rawValue)))
  var trigger: String?

  @Option(
    help: """
      A calibration file, for a row of standard with its geometry, smoothing, trigger and (for recordings) its people.
      """, completion: Completions.json)
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  /// The files that these options read.
  var inputs: [String] { calibration.map { [$0] } ?? [] }

  func validate() throws {
    for (option, text) in [("--smoothing", smoothing), ("--recentre", recentre), ("--trigger", trigger)] {
      if let text, text.split(separator: ",").isEmpty { throw ValidationError("\(option) needs a name.") }
    }
  }

  /// True if rows of `standard` are asked for whose difference is the question, so that no other pipeline is compared
  /// unless it is named.
  var isAboutStandard: Bool { smoothing != nil || recentre != nil || trigger != nil }

  /// The rows of smoothings, recentrings and triggers.
  ///
  /// - Parameters:
  ///   - pipelines: names of the compared pipelines.
  ///   - areNamed: the user chose them.
  func smoothed<R: Rig>(_: R.Type, pipelines: [String], areNamed: Bool) throws -> StandardVariants {
    var variants = StandardVariants()
    let hasSmoothing = R.isUsual && smoothing != nil
    let given = [
      ("--smoothing", hasSmoothing), ("--recentre", R.isUsual && recentre != nil),
      ("--trigger", R.isUsual && trigger != nil), ("--calibration", calibration != nil),
    ]
    for (option, isGiven) in given where isGiven {
      guard pipelines.contains(R.standard.name) else {
        throw OptionError(
          option, message: "adds rows of \(R.standard.name), which --pipelines leaves out; add \(R.standard.name) to it"
        )
      }
    }
    if R.isUsual {
      variants.recentres = try ChoiceOptions.list(recentre, "--recentre", "recentring", RecentreChoice.named)
      variants.triggers = try ChoiceOptions.list(trigger, "--trigger", "rule", ScrollRule.named)
      variants.areAlone = isAboutStandard && !areNamed
    }
    guard hasSmoothing, let smoothing else { return variants }
    let names = smoothing.split(separator: ",").map { text in
      String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw OptionError("--smoothing", message: "names \(name) twice; give each smoothing once")
    }
    variants.smoothings = try NamedSmoothing.all(names)
    variants.areAlone = !areNamed
    return variants
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
