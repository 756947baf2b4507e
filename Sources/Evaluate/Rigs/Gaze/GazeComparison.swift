import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

/// Several pipelines on the same people, at several reclines of the phone.
package struct GazeComparison: Sendable {
  /// The run that all arms share; each arm replaces the run's pipeline and person calibration.
  package var run: Run<GazeRig>
  /// Reclines of the phone from upright, degrees.
  package var reclines: [Double]
  /// The arms; the last one is the reference of the ratios.
  package var arms: [Arm]
  /// Draws of people and phone that are pooled, so that the intervals hold phones too: draw k has the run's seed and
  /// phone plus k.
  package var draws = 0..<1

  /// A comparison.
  package init(_ run: Run<GazeRig>, reclines: [Double], arms: [Arm]) {
    self.run = run
    self.reclines = reclines
    self.arms = arms
  }

  /// All rows, recline by recline; in a closed loop each arm has the same people, but moves its own page.
  package func rows(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Row] {
    try await Self.results(of: [self], jobs: jobs, progress: progress)[0].rows
  }

  /// Results of a comparison.
  struct Result {
    /// The arms' rows, recline by recline.
    var rows: [Row] = []
    /// The rows of a pointer that never moves, at the first recline, on which such a pointer does not depend.
    var resting: [Row] = []
    /// The tracks of the first recline for a page if `run.recordsTracks` asks for them.
    var tracks: ReplayTracks?
  }

  /// The results of several comparisons. All comparisons' people are the command's cells (`Cells`).
  static func results(
    of comparisons: [GazeComparison], jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> [Result] {
    for comparison in comparisons { try comparison.validate() }
    var groups: [[Run<GazeRig>]] = []
    // The best constants of an arm need all its people, so they are found first, in every share.
    let searching = comparisons.map { comparison in comparison.arms.contains { $0.constant == .best } }
    let passes = Double(
      zip(comparisons, searching).reduce(0) { $0 + $1.0.reclines.count * $1.0.draws.count * ($1.1 ? 2 : 1) })
    var done = 0.0
    for (comparison, searches) in zip(comparisons, searching) {
      let people = Double(max(comparison.run.participants, 1))
      for (turn, recline) in comparison.reclines.enumerated() {
        for draw in comparison.draws {
          let before = done
          groups.append(
            try await comparison.armRuns(
              recline, draw, isFirst: turn == 0 && draw == comparison.draws.lowerBound, jobs: jobs
            ) {
              progress((before + Double($0) / people) / passes)
            })
          if searches { done += 1 }
        }
      }
    }
    let before = done
    let resting = RestingArm.allCases
    var people = groups.map {
      (arms: [ArmColumn](repeating: ArmColumn(), count: $0.count + resting.count), records: [TrackRecord]())
    }
    try await Run.cells(
      groups, jobs: jobs, progress: { progress((before + $0 * (passes - before)) / passes) },
      fault: {
        ContentFault("result.figures", count: $2.figures.count, expected: groups[$0].count + resting.count)
      }
    ) { measured in
      // Every arm has the same tracks, and the same resting pointer.
      ArmsOfPerson(
        figures: measured.map { ArmFigures($0) }
          + measured.prefix(1).flatMap { one in resting.map { $0.figures(one) } },
        record: measured.first?.record)
    } take: { group, person in
      for (arm, figures) in person.figures.enumerated() { people[group].arms[arm].append(figures) }
      if let record = person.record { people[group].records.append(record) }
    }
    var results: [Result] = []
    var place = 0
    for comparison in comparisons {
      let range = place..<(place + comparison.reclines.count * comparison.draws.count)
      results.append(comparison.result(Array(groups[range]), Array(people[range])))
      place = range.upperBound
    }
    return results
  }

  /// The numbers of one person in all arms and with a pointer at rest, and the tracks for an HTML page if one was
  /// requested; a part does not hold the tracks.
  private struct ArmsOfPerson: Sendable, Codable {
    var figures: [ArmFigures]
    var record: TrackRecord?

    enum CodingKeys: String, CodingKey {
      case figures
    }
  }

  private func validate() throws {
    try run.validate()
    for arm in arms where arm.calibration != nil || arm.recentre != nil || arm.trigger != nil {
      try armRun(arm, reclines.first ?? 0, draws.lowerBound).validate()
    }
  }

  /// The runs of all arms at a recline, with the constants that are best for all people.
  private func armRuns(
    _ recline: Double, _ draw: Int, isFirst: Bool, jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Run<GazeRig>] {
    var runs = try arms.map { try armRun($0, recline, draw) }
    // The resting pointer is the same beside every arm.
    if !runs.isEmpty { runs[0].options.parts.formUnion(.resting) }
    if !isFirst { for index in runs.indices { runs[index].recordsTracks = false } }
    let searched = arms.indices.filter { arms[$0].constant == .best }
    guard !searched.isEmpty else { return runs }
    let found = try await Run.bestConstants(searched.map { runs[$0] }, jobs: jobs, progress: progress)
    for (place, constant) in zip(searched, found) { runs[place].correction = .fixed(constant) }
    return runs
  }

  /// The rows from each person's figures, by recline.
  private func result(
    _ groups: [[Run<GazeRig>]], _ people: [(arms: [ArmColumn], records: [TrackRecord])]
  ) -> Result {
    var result = Result()
    for (turn, recline) in reclines.enumerated() {
      let pooled = (turn * draws.count)..<((turn + 1) * draws.count)
      let runs = groups[pooled.lowerBound]
      var columns = people[pooled.lowerBound].arms
      for other in people[pooled.dropFirst()] {
        for place in columns.indices { other.arms[place].forEach { columns[place].append($0) } }
      }
      if turn == 0, let first = runs.first, let recording = TrackRecording(runs) {
        result.tracks = recording.tracks(people[pooled.lowerBound].records, of: first, pipelines: arms.map(\.label))
      }
      for (place, arm) in arms.enumerated() {
        var row = Row(
          recline, arm, runs[place].correction, columns[place], against: columns[arms.count - 1],
          showsSmoothing: hasSmoothings)
        row.note(runs[place], among: arms, isIdeal: arm.isIdeal)
        result.rows.append(row)
      }
      guard turn == 0, !arms.isEmpty else { continue }
      result.resting = zip(RestingArm.allCases, columns.dropFirst(arms.count)).map {
        Row(recline, $0.arm, .none, $1, against: columns[arms.count - 1])
      }
    }
    return result
  }

  /// True if arms differ in the smoothing, so that lag and jitter are shown.
  private var hasSmoothings: Bool { arms.contains { $0.smoothing != nil } }

  func armRun(_ arm: Arm, _ recline: Double, _ draw: Int) throws -> Run<GazeRig> {
    var armRun = run
    armRun.simulation = run.simulation.repeated(draw)
    try armRun.simulation.set("phone.recline", recline)
    armRun.pipeline = arm.pipeline
    armRun.personCalibration = arm.personCalibration
    armRun.options.parts = ArmFigures.parts(hasSmoothings: hasSmoothings)
    if let smoothing = arm.smoothing { armRun.options.smoothing = smoothing.value }
    if let calibration = arm.calibration { armRun.calibration = calibration }
    if let recentre = arm.recentre { armRun.options.recentre = recentre }
    if let trigger = arm.trigger { armRun.options.trigger = trigger }
    if arm.isIdeal {
      (armRun.simulation.preset, armRun.simulation.phone) = (.ideal, GazePreset.ideal.defaultPhone)
    }
    switch arm.constant {
    case .none, .best: break
    case .fivePoints: armRun.correction = .fivePoints
    case .hindsight: armRun.correction = .hindsight
    }
    return armRun
  }
}

extension RigSimulation {
  /// Returns the simulation of repeat `index`, with other people on another phone. Phone 0 remains the nominal one.
  func repeated(_ index: Int) -> Self {
    var other = self
    other.seed &+= UInt64(index)
    if other.phone > 0 { other.phone &+= UInt64(index) }
    return other
  }
}
