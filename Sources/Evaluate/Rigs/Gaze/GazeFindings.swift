import GazePipeline
package import GazeMetrics
import GazeRecording
package import GazeSimulation
import GazeTesting

/// The parts of a report on gaze besides its metrics: the tables by place, condition and person, the counts of scrolls,
/// and the traces that a page replays.
package struct GazeFindings: Sendable {
  /// People for whom tracking fails; they are left out of all other metrics.
  struct Failing: Codable {
    /// Number of people.
    var participants: Int
    /// Mean over the failing people of each person's median error, degrees.
    @ExplicitNull var errorDegreesMedian: Double?
  }

  /// The metrics over people.
  private let estimates: [String: PeopleEstimate]
  /// Settings of the pointer: calibration, smoothing, and the recentring and the trigger if they were chosen.
  private let settings: [String: String]
  /// Tables of the pointer's errors.
  let pointer: PointerTables
  /// Counts and curves of scrolling.
  let scroll: ScrollTables
  /// The failing people.
  let failing: Failing
  /// People whose personal session gave too few fixations; they continued without a calibration and count in all
  /// metrics.
  let uncalibrated: Int
  /// Results of the first 2,000 people, including those for whom tracking fails.
  let people: [Person]
  /// Parts of the pointer's error by cause; nil if there are too few fixations.
  let errorBudget: ErrorBudget?
  /// Lag and jitter of several filters, each applied to the raw pointers of a few people; nil unless a page was asked
  /// for.
  var front: [LagJitterPoint]?
  /// Tracks that an HTML page replays; nil unless a page was asked for.
  var replay: ReplayTraces?

  init(_ people: Cohort<GazeRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject) {
    let sums = people.summary
    self.estimates = estimates
    settings = subject.ofPointer
    pointer = PointerTables(people, subject)
    scroll = ScrollTables(sums.scroll, people)
    let medians = sums.failingMedians
    failing = Failing(
      participants: sums.failing, errorDegreesMedian: medians.people > 0 ? medians.sum / Double(medians.people) : nil)
    uncalibrated = sums.uncalibrated
    errorBudget = ErrorBudget(of: sums.budgets)
    self.people = sums.listed
  }
}

extension GazeFindings: Encodable {
  /// Metrics whose value is beside its interval.
  private static let withInterval = [
    GazeMetricName.pointerSizeFor95Points, .scrollFalsePerMinute, .scrollMidasPerMinute,
  ].map(\.rawValue)

  /// Writes each metric at its path, and among them the tables.
  package func encode(to encoder: any Encoder) throws {
    var tree: FigureTree = [:]
    for metric in GazeMetric.all {
      let estimate = estimates[metric.name]
      let isWithInterval = Self.withInterval.contains(metric.name)
      tree.set(metric.name + (isWithInterval ? ".value" : ""), estimate?.value)
      // A distance's interval is that of its median.
      let stem = metric.name.hasSuffix(".median") && metric.unit != "ms" ? String(metric.name.dropLast(7)) : nil
      if let parent = isWithInterval ? metric.name : stem {
        tree.set(parent + ".ci95", estimate?.interval.interval)
      }
    }
    for (path, table) in pointer.byPath { tree.set("pointer." + path, table) }
    for (path, table) in scroll.byPath { tree.set("scroll." + path, table) }
    if let front { tree.set("pointer.front", front) }
    for (name, value) in settings { tree.set(name, value) }
    tree.set("failing", failing)
    tree.set("uncalibrated", uncalibrated)
    tree.set("metricVersions", GazeMetric.versions)
    tree.set("people", people)
    if let errorBudget { tree.set("errorBudget", errorBudget) }
    if let replay { tree.set("replay", replay) }
    try tree.encode(to: encoder)
  }
}

extension GazeRig {
  /// Findings on pointer and scrolling.
  package static func findings(
    _ people: Cohort<GazeRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> GazeFindings {
    GazeFindings(people, estimates, subject)
  }
}
