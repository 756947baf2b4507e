import ArgumentParser
import Evaluate
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
      A calibration file, for a row of standard with its geometry, smoothing, trigger and (for recordings) its people.
      """, completion: Completions.json)
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  /// The files that these options read.
  var inputs: [String] { calibration.map { [$0] } ?? [] }

  func validate() throws {
    if let smoothing, smoothing.split(separator: ",").isEmpty { throw ValidationError("--smoothing needs a name.") }
  }

  /// The rows of the smoothings.
  ///
  /// - Parameters:
  ///   - pipelines: names of the compared pipelines.
  ///   - areNamed: the user chose them.
  func smoothed<R: Rig>(_: R.Type, pipelines: [String], areNamed: Bool) throws -> StandardVariants {
    var variants = StandardVariants()
    let hasSmoothing = R.isUsual && smoothing != nil
    for (option, isGiven) in [("--smoothing", hasSmoothing), ("--calibration", calibration != nil)] where isGiven {
      guard pipelines.contains(R.standard.name) else {
        throw OptionError(
          option, message: "adds rows of \(R.standard.name), which --pipelines leaves out; add \(R.standard.name) to it"
        )
      }
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
