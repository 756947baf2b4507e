import GazePipeline

/// Which of the columns that not every recording has a table of its frames holds.
///
/// JSON Lines writes them as they come; NumPy and CSV must know before the first row.
package struct FrameColumns: Sendable, Equatable {
  /// What a simulator knows: `truthGaze`, `truthState`, `truthPage`.
  package var truth = false
  /// The 52 facial coefficients.
  package var blendShapes = false

  package static let all = FrameColumns(truth: true, blendShapes: true)

  /// These and what `frame` has.
  @inline(__always)
  func covering(_ frame: RecordedFrame) -> FrameColumns {
    FrameColumns(
      truth: truth || frame.truth != nil, blendShapes: blendShapes || frame.observation.frame.blendShapes != nil)
  }
}
