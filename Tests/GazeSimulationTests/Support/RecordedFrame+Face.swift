import GazePipeline
import GazeRecording

extension RecordedFrame {
  var face: FaceFrame {
    get { observation.frame }
    set { observation.frame = newValue }
  }
}
