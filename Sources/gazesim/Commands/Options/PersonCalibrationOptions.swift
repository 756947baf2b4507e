import ArgumentParser
import Evaluate
import GazeRecording

/// Option for the calibration data that a pipeline has of a simulated person.
struct PersonCalibrationOptions: ParsableArguments {
  @Option(help: "Personal calibration recorded in an earlier session: 5 (points) or none.")
  var personCalibration = "5"

  /// The source with this name.
  func chosen() throws -> PointerOptions.PersonCalibrationSource {
    if let source = PointerOptions.PersonCalibrationSource(rawValue: personCalibration) { return source }
    throw UnknownNameError(
      kind: "person calibration", name: personCalibration, among: ["5", "none"], listing: "gazesim evaluate --help")
  }
}
