package import GazePipeline
package import GazeRecording

/// Fixations that follow from intents to scroll, without a shown target: a person who wants the page to scroll looks at
/// the page's edge, and an app that knows the intent (a finger scrolled a moment later, a word was said) knows the
/// approximate target.
///
/// An intent becomes a target in the middle of the page's edge, from which `FixationFinder` makes a fixation. People
/// look up to a few millimetres beside that target, so one intent gives little information, but many give enough for a
/// gaze offset. Some intents do not show in the eyes at all; they are outliers for the robust fit.
package enum IntentFixations {
  /// Target of the intent to scroll down, as a share of the screen's height from the top: just below the screen. The
  /// target of the intent to scroll up is as far above the screen. The value is assumed and equals the simulator's
  /// `task.scrollGaze`.
  package static let edge = 1.02

  /// The observation with its intent as the target; without a target if it has no intent, or if the app shows a target.
  package static func observation(_ observation: RecordedFrame.Observation, points: Vector2)
    -> RecordedFrame.Observation
  {
    var looked = observation
    switch (observation.target, observation.intent) {
    case (nil, .down): looked.target = points * SIMD2(0.5, edge)
    case (nil, .up): looked.target = points * SIMD2(0.5, 1 - edge)
    default: looked.target = nil
    }
    return looked
  }
}
