import GazeMetrics
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
  package mutating func add(_ person: Measured<PersonResult>) {
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
    leftOut.unsettled += person.leftOut.unsettled
    leftOut.blinks += person.leftOut.blinks
    leftOut.offScreen += person.leftOut.offScreen
    leftOut.withoutPointer += person.leftOut.withoutPointer
  }
}
