import GazePipeline
import GazeRecording

/// The eye's view in the present frame for all pipelines that are measured on the frame. It does not depend on the
/// pipeline, and takes as long as a pipeline's own step.
@usableFromInline package struct SharedView {
  private var view = EyeView.unknown
  private var isKnown = false
  /// The eye's place in the camera's frame; zero if no pipeline has computed it.
  private var eye = SIMD3<Double>.zero

  /// A view that is not known yet.
  @usableFromInline package init() {}

  /// Forgets the view of the last frame.
  @usableFromInline package mutating func renew() { (isKnown, eye) = (false, .zero) }

  /// Takes over the eye's place from `StandardPipeline`'s output for the present frame.
  mutating func take(_ output: PointerOutput) { eye = output.eye }

  /// The view in a frame, always of the same one until `renew()`.
  mutating func callAsFunction(_ recorded: RecordedFrame) -> EyeView {
    if !isKnown { (view, isKnown) = (EyeView(recorded, eye: eye == .zero ? nil : eye), true) }
    return view
  }
}
