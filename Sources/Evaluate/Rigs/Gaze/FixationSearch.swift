import Calibrate
import GazePipeline
import GazeRecording

/// Finds fixations on stationary targets. In a recording without stationary targets it finds pursuits of a moving
/// target, and in a recording without targets it finds fixations on the edge of the screen towards which the person
/// wants to scroll a page.
struct FixationSearch {
  /// Fixations found in a recording.
  struct Found {
    var fixations: [Fixation]
    var tally: FixationFinder.Tally
    /// Lag of the gaze behind a moving target.
    var lag: Double?
    var areIntents = false
  }

  private let screen: ScreenGeometry
  private var standing = FixationFinder()
  private var fixations: [Fixation] = []
  private var moving = PursuitFinder()
  private var intentFinder = FixationFinder()
  private var intentFixations: [Fixation] = []

  /// A finder for a screen of this nominal geometry, in the interface's orientation.
  init(on screen: ScreenGeometry) { self.screen = screen }

  mutating func add(_ observation: RecordedFrame.Observation) {
    if let fixation = standing.add(observation) { fixations.append(fixation) }
    moving.add(observation)
    if let fixation = intentFinder.add(IntentFixations.observation(observation, points: screen.points)) {
      intentFixations.append(fixation)
    }
  }

  mutating func finish() -> Found {
    fixations += standing.finish()
    guard fixations.isEmpty else { return Found(fixations: fixations, tally: standing.tally) }
    let pursuits = moving.pursuits(on: screen)
    if !pursuits.isEmpty {
      let lag = pursuits.reduce(0) { $0 + $1.lag } / Double(pursuits.count)
      return Found(fixations: pursuits.flatMap(\.fixations), tally: standing.tally, lag: lag)
    }
    intentFixations += intentFinder.finish()
    return Found(fixations: intentFixations, tally: standing.tally, areIntents: !intentFixations.isEmpty)
  }

  /// The kind of the fixations in words; empty if they are on stationary targets.
  static func kind(_ found: [Found]) -> String {
    let lags = found.compactMap(\.lag)
    if !lags.isEmpty {
      let mean = lags.reduce(0, +) / Double(lags.count)
      return ", a moving target with a lag of \(NumberText.whole(1000 * mean)) ms"
    }
    return found.contains { $0.areIntents } ? ", the page's edge with an intent to scroll" : ""
  }
}
