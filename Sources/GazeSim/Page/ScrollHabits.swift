/// A reader's habits that matter in a closed loop only while there is an intent to scroll.
package struct ScrollHabits: Sendable, Equatable {
  /// Place where the reader looks in order to scroll, a share of the screen's height: `task.scrollGaze`.
  package var gaze: Double
  /// Time until a finger moves the page, seconds: `task.patience`.
  package var patience: Double

  package init(gaze: Double, patience: Double) { (self.gaze, self.patience) = (gaze, patience) }
}

/// A reader's intents to scroll so far.
package struct ScrollIntents: Sendable, Equatable {
  /// Number of intents that have begun.
  package var count: Int
  /// True while the reader waits for the page.
  package var isPending = false
}
