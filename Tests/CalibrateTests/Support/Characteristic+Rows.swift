import Foundation
import GazePipeline
import GazeRecording
import TestSupport

@testable import Calibrate

extension [Characteristic] {
  /// The row with this name.
  subscript(_ name: String) -> Characteristic { first { $0.name == name }! }
}

extension Characteristic {
  /// The value, or NaN if the row has no value.
  var number: Double { value ?? .nan }
}
