import GazePipeline
package import GazeMetrics
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// The parts of a report on gaze besides its metrics: the tables by place, condition and person, the counts of scrolls,
/// and the tracks that a page replays.
package struct GazeFindings: Sendable {
  /// People for whom tracking fails; they are left out of all other metrics.
  package struct Failing: Sendable, Codable {
    /// Number of people.
    package var participants: Int
    /// Mean over the failing people of each person's median error, degrees.
    @ExplicitNull package var errorDegreesMedian: Double?
  }

  /// The metrics over people.
  private let estimates: [String: PeopleEstimate]
  /// Settings of the pointer: calibration, smoothing, and the recentring and the trigger if they were chosen.
  private let settings: [String: String]
  /// Tables of the pointer's errors.
  package let pointer: PointerTables
  /// Counts and curves of scrolling.
  package let scroll: ScrollTables
  /// The failing people.
  package let failing: Failing
  /// People whose personal session gave too few fixations; they continued without a calibration and count in all
  /// metrics.
  package let uncalibrated: Int
  /// Results of the first 2,000 people, including those for whom tracking fails.
  package let people: [Person]
  /// Parts of the pointer's error by cause; nil if there are too few fixations.
  package let errorBudget: ErrorBudget?
  /// Lag and jitter of several filters, each applied to the raw pointers of a few people; nil unless a page was asked
  /// for.
  package var front: [LagJitterPoint]?
  /// Tracks that an HTML page replays; nil unless a page was asked for.
  package var replay: ReplayTracks?

  init(_ people: People<GazeRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject) {
    let sums = people.summary
    self.estimates = estimates
    settings = [
      "personCalibration": subject.personCalibration, "smoothing": subject.smoothing, "recentre": subject.recentre,
      "trigger": subject.trigger,
    ].compactMapValues(\.self)
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
  private static let withInterval = ["pointer.sizeFor95Points", "scroll.falsePerMinute", "scroll.midasPerMinute"]

  /// Writes each metric at its path, and among them the tables.
  package func encode(to encoder: any Encoder) throws {
    var tree = FigureTree.group([:])
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
    try tree.encode(to: encoder)
    var keys = encoder.container(keyedBy: AnyKey.self)
    for (name, value) in settings { try keys.encode(value, forKey: AnyKey(name)) }
    try keys.encode(failing, forKey: AnyKey("failing"))
    try keys.encode(uncalibrated, forKey: AnyKey("uncalibrated"))
    try keys.encode(GazeMetric.versions, forKey: AnyKey("metricVersions"))
    try keys.encode(people, forKey: AnyKey("people"))
    try keys.encodeIfPresent(errorBudget, forKey: AnyKey("errorBudget"))
    try keys.encodeIfPresent(replay, forKey: AnyKey("replay"))
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
