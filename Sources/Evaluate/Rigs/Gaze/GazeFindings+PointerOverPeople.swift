import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

extension GazeFindings.Pointer {
  /// Figures of the people for whom tracking works, with the estimates of the metrics.
  init(_ people: People<GazeRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject) {
    let e = PointerEstimates(estimates: estimates)
    self.init(
      errorPoints: e.errors("errorPoints"), errorMillimetres: e.errors("errorMillimetres"),
      errorDegrees: e.errors("errorDegrees"), accuracyDegrees: e.value("accuracyDegrees"),
      precisionRMSS2SDegrees: e.value("precisionRMSS2SDegrees"), precisionSTDDegrees: e.value("precisionSTDDegrees"),
      bceaDegrees2: e.value("bceaDegrees2"), dataLoss: e.value("dataLoss"),
      latencyMilliseconds: e.value("latencyMilliseconds"))
    raw = Raw(e)
    (settledErrorPoints, targetErrorPoints) = (e.errors("settledErrorPoints"), e.errors("targetErrorPoints"))
    settledErrorMillimetres = e.errors("settledErrorMillimetres")
    targetErrorMillimetres = e.errors("targetErrorMillimetres")
    (settledErrorDegrees, targetErrorDegrees) = (e.errors("settledErrorDegrees"), e.errors("targetErrorDegrees"))
    samples = people.summary.samples
    effectiveFrequencyHertz = e.value("effectiveFrequencyHertz")
    longestGapSeconds = e.value("longestGapSeconds")
    stepResponseMilliseconds = e.milliseconds("stepResponseMilliseconds")
    targetStepResponseMilliseconds = e.milliseconds("targetStepResponseMilliseconds")
    resting = GazeFindings.Resting(
      middlePoints: e.value("resting.middlePoints"), middleDegrees: e.value("resting.middleDegrees"),
      bestPlacePoints: e.value("resting.bestPlacePoints"), bestPlaceDegrees: e.value("resting.bestPlaceDegrees"))
    sizeFor95Points = GazeFindings.Estimated(value: e.value("sizeFor95Points"), ci95: e.interval("sizeFor95Points"))
    addBreakdowns(people, subject)
  }

  /// Adds the errors by place, condition and person.
  private mutating func addBreakdowns(_ people: People<GazeRig>, _ subject: ReportSubject) {
    let sums = people.summary
    targetSizes = TargetSizes.shown.map { side in
      let estimate = sums.targetSizes.hitRate(side: side)?.about(subject.population)
      return TargetSize(points: side, hitRate: estimate?.value, ci95: estimate?.interval.interval)
    }
    cells = Self.cells(sums, points: subject.points, subject.population)
    byDistance = Self.bins(sums.byDistance, unit: "m", subject.population)
    byRecline = Self.bins(sums.byRecline, unit: "deg", subject.population)
    byEccentricity = Self.bins(sums.byEccentricity, unit: "deg", subject.population)
    let isAgainstTruth = subject.comparedWith == ErrorReference.truth.rawValue
    tiers = Self.tiers(
      people, isAgainstTruth ? "pointer.errorDegrees" : "pointer.targetErrorDegrees",
      p75: Array(isAgainstTruth ? sums.errorP75 : sums.targetErrorP75))
    guard subject.origin == .simulated else { return }
    let medians = sums.mediansByFlag
    let names = ["none"] + medians.keys.filter { $0 != "none" }.sorted()
    byFlag = names.compactMap { Self.group($0, Array(medians[$0] ?? []), subject.population) }
    if let preset = subject.preset {
      let all = Self.values(people, "pointer.errorDegrees.median")
      byPreset = [Self.group(preset, all, subject.population)].compactMap { $0 }
    }
  }

  private static func cells(_ sums: GazeSummary, points: SIMD2<Double>, _ population: Population) -> [Cell] {
    let (columns, rows) = (ScreenCells.columns, ScreenCells.rows)
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let cell = sums.cells[row * columns + column]
        let middle = points * SIMD2((Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
        var rng = PhiloxGenerator(seed: 1, stream: 2)
        let points = PeopleEstimate.mean(of: Array(cell.errorPoints), using: &rng)?.about(population)
        return Cell(
          column: column, row: row, columns: columns, rows: rows, centre: [middle.x, middle.y], people: cell.people,
          samples: cell.samples,
          isSparse: cell.samples < fewestSamples || Double(cell.people) < fewestPeople * Double(sums.lookers),
          errorPointsMean: points?.value, ci95: points?.interval.interval, errorDegreesMean: cell.errorDegrees,
          biasPoints: cell.biasPoints.map { [$0.x, $0.y] }, sizeFor95Points: cell.side(for: 0.95))
      }
    }
  }

  private static func bins(_ pooled: PooledBins, unit: String, _ population: Population) -> [Bin] {
    pooled.bins.enumerated().compactMap { index, bin -> Bin? in
      guard bin.people > 0 else { return nil }
      var rng = PhiloxGenerator(seed: 1, stream: 2)
      let degrees = PeopleEstimate.mean(of: Array(bin.errorDegrees), using: &rng)?.about(population)
      let range = pooled.range(index)
      return Bin(
        from: range.from, to: range.to, unit: unit, people: bin.people, samples: bin.samples,
        isSparse: bin.samples < fewestSamples, errorDegreesMean: degrees?.value, errorPointsMean: bin.errorPoints,
        ci95: degrees?.interval.interval)
    }
  }

  private static func group(_ name: String, _ medians: [Double], _ population: Population) -> Group? {
    guard !medians.isEmpty else { return nil }
    var rng = PhiloxGenerator(seed: 1, stream: 2)
    let estimate = PeopleEstimate.mean(of: medians, using: &rng)?.about(population)
    return Group(
      name: name, people: medians.count, errorDegreesMedian: estimate?.value, ci95: estimate?.interval.interval)
  }

  private static func tiers(_ people: People<GazeRig>, _ error: String, p75: [Double]) -> [Tier] {
    let (p50, p95) = (values(people, "\(error).median"), values(people, "\(error).p95"))
    guard !p50.isEmpty else { return [] }
    return [0.25, 0.5, 0.75, 0.95].map { share in
      Tier(
        people: share,
        error: .init(
          p50: PeoplePercentiles.quantile(share, of: p50), p75: PeoplePercentiles.quantile(share, of: p75),
          p95: PeoplePercentiles.quantile(share, of: p95)))
    }
  }

  /// The people's own values of a metric, in order.
  private static func values(_ people: People<GazeRig>, _ name: String) -> [Double] {
    GazeMetric.all.first { $0.name == name }.map { people.parts($0).map(\.numerator) } ?? []
  }
}

/// The pointer's estimates, by the names of its metrics without `pointer.`.
private struct PointerEstimates {
  let estimates: [String: PeopleEstimate]

  func value(_ name: String) -> Double? { estimates["pointer.\(name)"]?.value }

  func interval(_ name: String) -> ConfidenceInterval? { estimates["pointer.\(name)"]?.interval.interval }

  func errors(_ name: String) -> GazeFindings.ErrorFigures {
    GazeFindings.ErrorFigures(
      mean: value("\(name).mean"), median: value("\(name).median"), p90: value("\(name).p90"),
      p95: value("\(name).p95"), rms: value("\(name).rms"), ci95: interval("\(name).median"))
  }

  func milliseconds(_ name: String) -> GazeFindings.Milliseconds {
    GazeFindings.Milliseconds(median: value("\(name).median"), p90: value("\(name).p90"))
  }
}

extension GazeFindings.Pointer.Raw {
  fileprivate init(_ e: PointerEstimates) {
    self.init(
      errorPoints: e.errors("raw.errorPoints"), errorDegrees: e.errors("raw.errorDegrees"),
      accuracyDegrees: e.value("raw.accuracyDegrees"), precisionRMSS2SDegrees: e.value("raw.precisionRMSS2SDegrees"),
      precisionSTDDegrees: e.value("raw.precisionSTDDegrees"), bceaDegrees2: e.value("raw.bceaDegrees2"),
      latencyMilliseconds: e.value("raw.latencyMilliseconds"))
  }
}
