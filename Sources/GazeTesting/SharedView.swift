import GazeRecording

/// The eye's view in the present frame for all pipelines that are measured on the frame. It does not depend on the
/// pipeline, and takes as long as a pipeline's own step.
@usableFromInline package struct SharedView {
  private var view: EyeView?
  private var isKnown = false

  /// A view that is not known yet.
  @usableFromInline package init() {}

  /// Forgets the view of the last frame.
  @usableFromInline package mutating func renew() { isKnown = false }

  /// The view in a frame, always of the same one until `renew()`.
  mutating func callAsFunction(_ recorded: RecordedFrame) -> EyeView? {
    if !isKnown { (view, isKnown) = (EyeView(recorded), true) }
    return view
  }
}
