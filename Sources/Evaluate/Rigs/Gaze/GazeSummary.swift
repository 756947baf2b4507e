import GazeMetrics
import GazeRecording
package import GazeTesting

/// Sums over the people of the gaze rig; people for whom tracking fails are only counted, and listed.
package struct GazeSummary: PeopleSummary {
  /// The people whom a report lists.
  private(set) var listed: [GazeFindings.Person] = []
  /// Number of people whose personal session gave too few fixations.
  private(set) var uncalibrated = 0
  /// Number of people for whom tracking fails.
  private(set) var failing = 0
  /// Sum of these people's median errors, degrees, and number of those who have one.
  private(set) var failingMedians = (sum: 0.0, people: 0)
  /// Numbers of samples.
  private(set) var samples = PointerTables.Samples()
  /// Hit rates by the target's size.
  private(set) var targetSizes = PooledTargetSizes()
  /// Errors by place, row by row.
  private(set) var cells = [PooledCell](repeating: PooledCell(), count: ScreenCells.columns * ScreenCells.rows)
  /// Number of people who looked anywhere on the screen.
  private(set) var lookers = 0
  /// Errors by the eyes' distance, by the phone's recline, and by the gaze's angle from the screen's middle.
  private(set) var (byDistance, byRecline, byEccentricity) = (PooledBins(), PooledBins(), PooledBins())
  /// Each person's 75th percentile of the error to the truth, and of that to the target, degrees.
  private(set) var (errorP75, targetErrorP75): (NumberList, NumberList) = ([], [])
  /// Median errors, degrees, by the people's flag; `none` for no flag.
  private(set) var mediansByFlag: [String: NumberList] = [:]
  /// Budgets of the people with enough fixations.
  private(set) var budgets: BlockList<PersonBudget> = []
  /// Scrolls of all people.
  private(set) var scroll = ScrollTally()

  /// A summary of nobody.
  package init() {}

  /// Adds the next person.
  package mutating func add(_ person: PersonMeasurement<PersonResult>) {
    let (pointer, scroll) = (person.pointer, person.scroll)
    if person.isUncalibrated { uncalibrated += 1 }
    if listed.count < ReportLimits.mostPeople { listed.append(GazeFindings.Person(pointer: pointer, scroll: scroll)) }
    if !scroll.isFailing { self.scroll.merge(scroll.scroll) }
    let median = pointer.errorDegrees.median
    guard !pointer.isFailing else {
      failing += 1
      if let median { failingMedians = (failingMedians.sum + median, failingMedians.people + 1) }
      return
    }
    samples.add(pointer)
    targetSizes.add(pointer.targetSizes)
    if pointer.cells.count > 0 { lookers += 1 }
    for row in 0..<ScreenCells.rows {
      for column in 0..<ScreenCells.columns {
        cells[row * ScreenCells.columns + column].add(pointer.cells.cell(column: column, row: row))
      }
    }
    byDistance.add(pointer.byDistance)
    byRecline.add(pointer.byRecline)
    byEccentricity.add(pointer.byEccentricity)
    if let p75 = pointer.errorDegrees.quantile(0.75) { errorP75.append(p75) }
    if let p75 = pointer.target.degrees.quantile(0.75) { targetErrorP75.append(p75) }
    if let median { mediansByFlag[pointer.flag ?? "none", default: []].append(median) }
    if let budget = PersonBudget(pointer.budget) { budgets.append(budget) }
  }
}

extension PointerTables.Samples {
  /// Adds the samples of a person.
  fileprivate mutating func add(_ person: PersonResult) {
    all += person.errorPoints.count
    settled += person.targetSizes.count
    target += person.target.points.count
    leftOut.merge(person.leftOut)
  }
}

extension GazeFindings {
  /// One person's results.
  struct Person: Codable, Equatable {
    /// The participant's number.
    var participant: Int
    /// True if tracking fails for this person.
    var failing: Bool
    /// Special feature of the person; null if the person has no special feature or if it is unknown.
    @ExplicitNull var flag: String? = nil
    /// Mean distance of the eyes from the screen's plane while the gaze rests, metres.
    @ExplicitNull var distanceMetres: Double? = nil
    /// Mean recline of the phone from upright while the eyes rest.
    @ExplicitNull var reclineDegrees: Double? = nil
    /// Median distance of the pointer from the true gaze over all samples, points; null if the true gaze is unknown.
    @ExplicitNull var errorPointsMedian: Double? = nil
    /// Median distance of the pointer from the true gaze, degrees at the cyclopean eye.
    @ExplicitNull var errorDegreesMedian: Double? = nil
    /// Median distance of the pointer to the shown target.
    @ExplicitNull var targetErrorPointsMedian: Double? = nil
    /// Median distance of the pointer to the shown target, degrees at the cyclopean eye.
    @ExplicitNull var targetErrorDegreesMedian: Double? = nil
    /// As `Pointer.accuracyDegrees`.
    @ExplicitNull var accuracyDegrees: Double? = nil
    /// As `Pointer.precisionRMSS2SDegrees`.
    @ExplicitNull var precisionRMSS2SDegrees: Double? = nil
    /// As `Pointer.precisionSTDDegrees`.
    @ExplicitNull var precisionSTDDegrees: Double? = nil
    /// Share of the expected frames in which no face is tracked or the pipeline computes no new pointer.
    @ExplicitNull var dataLoss: Double? = nil
    /// Lag of the pointer behind the gaze.
    @ExplicitNull var latencyMilliseconds: Double? = nil
    /// F1 of the scrolling.
    @ExplicitNull var f1: Double? = nil
    /// False scrolls per minute without intent.
    @ExplicitNull var falsePerMinute: Double? = nil
    /// Number of scrolls that were wanted and made.
    var truePositives: Int
    /// Number of scrolls that were made but not wanted.
    var falsePositives: Int
    /// Number of scrolls that were wanted but not made.
    var falseNegatives: Int
  }
}

extension GazeFindings.Person {
  /// A person's results: pointer metrics from the takes that judge the pointer, and scroll metrics from the takes that
  /// judge scrolling.
  init(pointer: PersonResult, scroll: PersonResult) {
    self.init(
      participant: pointer.participant, failing: pointer.isFailing, flag: pointer.flag,
      distanceMetres: pointer.byDistance.mean, reclineDegrees: pointer.byRecline.mean,
      errorPointsMedian: pointer.errorPoints.median, errorDegreesMedian: pointer.errorDegrees.median,
      targetErrorPointsMedian: pointer.target.points.median,
      targetErrorDegreesMedian: pointer.target.degrees.median,
      accuracyDegrees: pointer.accuracyDegrees, precisionRMSS2SDegrees: pointer.precisionRMSS2SDegrees,
      precisionSTDDegrees: pointer.precisionSTDDegrees, dataLoss: pointer.dataLoss,
      latencyMilliseconds: pointer.latency.map { $0 * 1000 }, f1: scroll.scroll.f1,
      falsePerMinute: scroll.scroll.falsePerMinute, truePositives: scroll.scroll.truePositives,
      falsePositives: scroll.scroll.falsePositives, falseNegatives: scroll.scroll.falseNegatives)
  }
}
