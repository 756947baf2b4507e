import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

extension GazeFindings.Pointer {
  /// Figures of the people for whom tracking works, with the estimates of the metrics.
  init(_ people: [PersonResult], _ estimates: [String: PeopleEstimate], _ subject: ReportSubject) {
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
    samples = Samples(people)
    effectiveFrequencyHertz = e.value("effectiveFrequencyHertz")
    longestGapSeconds = e.value("longestGapSeconds")
    stepResponseMilliseconds = e.milliseconds("stepResponseMilliseconds")
    targetStepResponseMilliseconds = e.milliseconds("targetStepResponseMilliseconds")
    sizeFor95Points = GazeFindings.Estimated(value: e.value("sizeFor95Points"), ci95: e.interval("sizeFor95Points"))
    addBreakdowns(people, subject)
  }

  /// Adds the errors by place, condition and person.
  private mutating func addBreakdowns(_ people: [PersonResult], _ subject: ReportSubject) {
    let sizes = people.map(\.targetSizes)
    targetSizes = TargetSizes.shown.map { side in
      let estimate = PeopleEstimate.hitRate(side: side, sizes)?.about(subject.population)
      return TargetSize(points: side, hitRate: estimate?.value, ci95: estimate?.interval.interval)
    }
    cells = Self.cells(people.map(\.cells), points: subject.points, subject.population)
    byDistance = Self.bins(people.map(\.byDistance), unit: "m", subject.population)
    byRecline = Self.bins(people.map(\.byRecline), unit: "deg", subject.population)
    byEccentricity = Self.bins(people.map(\.byEccentricity), unit: "deg", subject.population)
    tiers = Self.tiers(
      people.map { subject.comparedWith == ErrorReference.truth.rawValue ? $0.errorDegrees : $0.target.degrees })
    guard subject.origin == .simulated else { return }
    let names = ["none"] + Set(people.compactMap(\.flag)).sorted()
    byFlag = names.compactMap { name in
      Self.group(name, people.filter { ($0.flag ?? "none") == name }, subject.population)
    }
    if let preset = subject.preset { byPreset = [Self.group(preset, people, subject.population)].compactMap { $0 } }
  }

  private static func cells(
    _ people: [ScreenCells], points: SIMD2<Double>, _ population: Population
  ) -> [Cell] {
    let (columns, rows) = (ScreenCells.columns, ScreenCells.rows)
    let lookers = people.count { $0.count > 0 }
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let those = people.map { $0.cell(column: column, row: row) }.filter { $0.count > 0 }
        let middle = points * SIMD2((Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
        let bias = those.compactMap(\.biasPoints).reduce(.zero, +) / Double(max(those.count, 1))
        let samples = those.reduce(0) { $0 + $1.count }
        var rng = PhiloxGenerator(seed: 1, stream: 2)
        let points = PeopleEstimate.mean(of: those.compactMap(\.errorPoints), using: &rng)?.about(population)
        return Cell(
          column: column, row: row, columns: columns, rows: rows, centre: [middle.x, middle.y], people: those.count,
          samples: samples,
          isSparse: samples < fewestSamples || Double(those.count) < fewestPeople * Double(lookers),
          errorPointsMean: points?.value, ci95: points?.interval.interval,
          errorDegreesMean: mean(those.compactMap(\.errorDegrees)),
          biasPoints: those.isEmpty ? nil : [bias.x, bias.y], sizeFor95Points: ScreenCells.side(for: 0.95, those))
      }
    }
  }

  private static func bins(_ people: [BinnedErrors], unit: String, _ population: Population) -> [Bin] {
    guard let first = people.first else { return [] }
    return (0..<first.size).compactMap { bin -> Bin? in
      let those = people.map { $0[bin] }.filter { $0.count > 0 }
      guard !those.isEmpty else { return nil }
      var rng = PhiloxGenerator(seed: 1, stream: 2)
      let degrees = PeopleEstimate.mean(of: those.compactMap(\.errorDegrees), using: &rng)?.about(population)
      let range = first.range(bin)
      let samples = those.reduce(0) { $0 + $1.count }
      return Bin(
        from: range.from, to: range.to, unit: unit, people: those.count, samples: samples,
        isSparse: samples < fewestSamples, errorDegreesMean: degrees?.value,
        errorPointsMean: mean(those.compactMap(\.errorPoints)), ci95: degrees?.interval.interval)
    }
  }

  private static func group(_ name: String, _ people: [PersonResult], _ population: Population) -> Group? {
    let medians = people.compactMap(\.errorDegrees.median)
    guard !medians.isEmpty else { return nil }
    var rng = PhiloxGenerator(seed: 1, stream: 2)
    let estimate = PeopleEstimate.mean(of: medians, using: &rng)?.about(population)
    return Group(
      name: name, people: medians.count, errorDegreesMedian: estimate?.value, ci95: estimate?.interval.interval)
  }

  private static func tiers(_ people: [ErrorSummary]) -> [Tier] {
    guard people.contains(where: { $0.count > 0 }) else { return [] }
    return [0.25, 0.5, 0.75, 0.95].map { share in
      func tier(_ p: Double) -> Double? {
        PeoplePercentiles.quantile(share, of: people.compactMap { $0.quantile(p) })
      }
      return Tier(people: share, error: .init(p50: tier(0.5), p75: tier(0.75), p95: tier(0.95)))
    }
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
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

extension GazeFindings.Pointer.Samples {
  init(_ people: [PersonResult]) {
    for person in people {
      all += person.errorPoints.count
      settled += person.targetSizes.count
      target += person.target.points.count
      leftOut.unsettled += person.leftOut.unsettled
      leftOut.blinks += person.leftOut.blinks
      leftOut.offScreen += person.leftOut.offScreen
      leftOut.withoutPointer += person.leftOut.withoutPointer
    }
  }
}
