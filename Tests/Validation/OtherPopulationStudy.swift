import GazeMetrics
import GazePipeline
import GazeSimulation
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Checks gates on people from distributions other than the simulator's: values are drawn from distributions with a
/// heavy tail, such as one person in ten who is tracked badly, and judged like those of recorded people.
///
/// The limit is exactly the distribution's mean, which is the hardest case: for any verdict there is an arbitrarily
/// near limit for which it is wrong. So every verdict counts as wrong.
struct OtherPopulationStudy: Sendable {
  /// Results for one distribution and number of people.
  struct Row: Sendable {
    /// Description of the distribution.
    var name: String
    /// Number of people by whom a gate judges.
    var people: Int
    /// Number of gates whose plain 95 % interval, printed or not, contained the truth.
    var covered: Int
    /// Number of gates that passed, and that failed.
    var pass, fail: Int
  }

  /// Number of gates in each row.
  var runs: Int
  /// Seed of the people.
  var seed: UInt64
  /// Number of people by whom a gate judges.
  var people = [20, Population.recorded.fewestPeople, 60, 100]

  /// Returns all rows; they do not depend on the number of jobs.
  func rows(jobs: Int) async throws -> [Row] {
    let cases = Stranger.all.flatMap { stranger in people.map { (stranger, $0) } }
    return try await mapInParallel(count: cases.count, jobs: jobs) { index in
      let (stranger, people) = cases[index]
      var rng = PhiloxGenerator(seed: seed, stream: UInt32(truncatingIfNeeded: index + 1))
      var row = Row(name: stranger.name, people: people, covered: 0, pass: 0, fail: 0)
      for _ in 0..<runs {
        let drawn = (0..<people).map { _ in stranger.draw(&rng) }
        if stranger.estimate(drawn, 0.95)?.interval.interval?.contains(stranger.truth) ?? false { row.covered += 1 }
        var judge = GateJudge(
          [AccuracyGate(metric: stranger.name, limit: stranger.truth, direction: .max)], .once(people, of: .recorded))
        judge.analyse(people: people) { stranger.estimate(drawn, $1)?.about(.recorded) }
        switch judge.verdict {
        case .pass: row.pass += 1
        case .fail: row.fail += 1
        case .inconclusive: break
        }
      }
      return row
    }
  }
}
