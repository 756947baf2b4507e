import GazePipeline
package import GazeRecording

/// Fixations that nobody asked for: a person who wants the page to scroll looks at its edge, and an app that knows the
/// intent (a finger scrolled a moment later, a word was said) knows the approximate target.
///
/// A wish becomes a target in the middle of the page's edge, from which `FixationFinder` makes a look. People look up to
/// a few millimetres beside it, so that a wish says little and many say enough for a gaze offset; some wishes do not
/// show in the eyes at all, and are outliers for the robust fit.
package enum IntentFixations {
  /// Where the wish to go on is looked at, as a share of the screen's height from the top, just below it; the wish to go back as far
  /// from the bottom. Assumed, as the simulator's `task.scrollGaze`.
  package static let edge = 1.02

  /// The observation with its intent as the target; without a target if it has no intent, or if the app shows a target.
  package static func observation(_ observation: RecordedFrame.Observation, points: SIMD2<Double>)
    -> RecordedFrame.Observation
  {
    var looked = observation
    guard observation.target == nil else {
      looked.target = nil
      return looked
    }
    switch observation.intent {
    case .down: looked.target = points * SIMD2(0.5, edge)
    case .up: looked.target = points * SIMD2(0.5, 1 - edge)
    default: looked.target = nil
    }
    return looked
  }
}
