import GazePipeline
package import GazeMetrics
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// Findings of a report on gaze: the pointer, the scrolling, each person, and the tracks that a page replays.
package struct GazeFindings: Sendable, Encodable {
  /// People for whom tracking fails; they are left out of all other metrics.
  package struct Failing: Sendable, Codable {
    /// Number of people.
    package var participants: Int
    /// Mean over the failing people of each person's median error, degrees.
    @ExplicitNull package var errorDegreesMedian: Double?
  }

  /// Person calibration: `5`, `none`, or `file`.
  private let personCalibration: String
  /// The smoothing that the pipeline uses.
  private let smoothing: String
  /// Recentring of the pointer in the session; present only if it was chosen.
  private let recentre: String?
  /// Rule of the scroll trigger; present only if it was chosen.
  private let trigger: String?
  /// Results for the pointer.
  package var pointer: Pointer
  /// Results for scrolling.
  package var scroll: Scroll
  /// The failing people.
  package var failing: Failing
  /// People whose personal session gave too few fixations; they continued without a calibration and count in all
  /// metrics.
  package var uncalibrated: Int
  /// The versions of the metrics whose definition has changed; all others have version 1.
  package var metricVersions: [String: Int] = GazeMetric.versions
  /// Results of the first 2,000 people, including those for whom tracking fails.
  package var people: [Person]
  /// Parts of the pointer's error by cause; nil if there are too few fixations.
  package var errorBudget: ErrorBudget?
  /// Tracks that an HTML page replays; nil unless a page was asked for.
  package var replay: ReplayTracks?

  init(_ people: People<GazeRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject) {
    let sums = people.summary
    (personCalibration, smoothing) = (subject.personCalibration, subject.smoothing)
    (recentre, trigger) = (subject.recentre, subject.trigger)
    pointer = Pointer(people, estimates, subject)
    scroll = Scroll(people, estimates)
    let medians = sums.failingMedians
    failing = Failing(
      participants: sums.failing, errorDegreesMedian: medians.people > 0 ? medians.sum / Double(medians.people) : nil)
    uncalibrated = sums.uncalibrated
    errorBudget = ErrorBudget(of: sums.budgets)
    self.people = sums.listed
  }
}

extension GazeRig {
  /// Findings on pointer and scrolling.
  package static func findings(
    _ people: People<GazeRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> GazeFindings {
    GazeFindings(people, estimates, subject)
  }
}
