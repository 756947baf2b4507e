import GazePipeline

@testable import GazeMetrics

/// The tally of a take at 20 Hz, made by hand: seconds in which a direction is wanted, in which it is made by so many
/// points a frame, and in which the person looks off the screen or shows the intent.
func tally(
  seconds: Double, wanted: [(ClosedRange<Double>, ScrollDirection)], made: [(ClosedRange<Double>, ScrollDirection)],
  distance: Double = 1, away: [ClosedRange<Double>] = [], shown: [ClosedRange<Double>] = []
) -> ScrollTally {
  var scorer = ScrollScorer()
  for i in 0..<Int(seconds * 20) {
    let time = Double(i) / 20
    func at(_ ranges: [(ClosedRange<Double>, ScrollDirection)]) -> ScrollDirection {
      ranges.first { $0.0.contains(time) }?.1 ?? .none
    }
    let isAway = away.contains { $0.contains(time) }
    scorer.step(
      time: time, command: ScrollCommand(direction: at(made), distance: at(made) == .none ? 0 : distance),
      intent: at(wanted), isLookingOffScreen: isAway, isLookingAtScreen: !isAway,
      showsIntent: shown.contains { $0.contains(time) })
  }
  return scorer.finish()
}
