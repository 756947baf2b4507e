import Calibrate
import GazePipeline
import GazeRecording

/// Looks at targets that stand; where there are none, at one that moves; and where nothing is shown, at the edge to which
/// a page was wished to scroll.
struct LookFinder: Sendable {
  /// What came of a recording.
  struct Found: Sendable {
    var fixations: [Fixation]
    var tally: FixationFinder.Tally
    /// Of a moving target.
    var lag: Double?
    var areWishes = false
  }

  private let screen: ScreenGeometry
  private var standing = FixationFinder()
  private var fixations: [Fixation] = []
  private var moving = PursuitFinder()
  private var wishing = FixationFinder()
  private var wishes: [Fixation] = []

  /// On a screen of this nominal geometry, as its interface stands.
  init(on screen: ScreenGeometry) { self.screen = screen }

  mutating func add(_ observation: RecordedFrame.Observation) {
    if let fixation = standing.add(observation) { fixations.append(fixation) }
    moving.add(observation)
    if let wish = wishing.add(WishLooks.observation(observation, points: screen.points)) { wishes.append(wish) }
  }

  mutating func finish() -> Found {
    fixations += standing.finish()
    guard fixations.isEmpty else { return Found(fixations: fixations, tally: standing.tally) }
    let pursuits = moving.pursuits(on: screen)
    if !pursuits.isEmpty {
      let lag = pursuits.reduce(0) { $0 + $1.lag } / Double(pursuits.count)
      return Found(fixations: pursuits.flatMap(\.fixations), tally: standing.tally, lag: lag)
    }
    wishes += wishing.finish()
    return Found(fixations: wishes, tally: standing.tally, areWishes: !wishes.isEmpty)
  }

  /// How it is said what was fitted to, where that is not targets that stand.
  static func kind(_ found: [Found]) -> String {
    let lags = found.compactMap(\.lag)
    if !lags.isEmpty {
      let mean = lags.reduce(0, +) / Double(lags.count)
      return ", a moving target with a lag of \(NumberText.whole(1000 * mean)) ms"
    }
    return found.contains { $0.areWishes } ? ", the page's edge with an intent to scroll" : ""
  }
}
