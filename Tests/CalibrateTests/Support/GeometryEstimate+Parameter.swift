import GazePipeline
import GazeRecording

@testable import Calibrate

extension GeometryEstimate {
  /// The first person's parameter of this name.
  subscript(_ parameter: GeometryParameter) -> CalibrationFile.Parameter {
    parameters.first { $0.name == parameter.rawValue }!
  }
}

/// The true value of a parameter in its reported unit.
func truth(_ parameter: GeometryParameter, _ geometry: ScreenGeometry, _ person: PersonCalibration) -> Double {
  ModelParameters(geometry, person)[parameter.index] / parameter.internalPerUnit
}
