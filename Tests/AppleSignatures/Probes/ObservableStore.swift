// Apps keep the state of their views in a class like this one, in the file that imports GazeRecording. The macro
// `@Observable` expands to `Observation.ObservationRegistrar`, so a public type named `Observation` in an imported
// module would hide Apple's module.
import GazePipeline
import GazeRecording
import Observation

@Observable final class GazeStore {
  var pointer: SIMD2<Double>?
  var last: RecordedFrame.Observation?
  var failure: FileError?
}
