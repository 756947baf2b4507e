import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport

/// A person with gains of their own who looks at a panel whose size is a multiple of the data sheet's.
func person(_ participant: Int, _ factor: Double, using random: inout SeededGenerator) -> SyntheticSession {
  var own = SyntheticSession(geometry: SyntheticSession.nominal, participant: participant)
  own.geometry.metres *= factor
  own.person.gain = SIMD2(0.9 + 0.1 * random.normal(), 0.85 + 0.1 * random.normal())
  return own
}
