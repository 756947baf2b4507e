import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// Several pipelines on the same people, at several reclines of the phone. In a closed loop each variant moves its own
/// page.
package struct GazeComparison: Sendable {
  typealias Variant = PipelineVariant<GazeRig>

  /// The run that all variants share; each replaces the run's pipeline and the person's calibration.
  var run: Run<GazeRig>
  /// Reclines of the phone from upright, degrees.
  var reclines: [Double]
  /// The rows at each recline; the last one is the reference of the ratios.
  var variants: [Variant]
  /// Draws of people and phone that are pooled, so that the intervals hold phones too: draw k has the run's seed and
  /// phone plus k.
  var draws = 0..<1

  init(_ run: Run<GazeRig>, reclines: [Double], variants: [Variant]) {
    self.run = run
    self.reclines = reclines
    self.variants = variants
  }

  struct Result {
    /// The variants' rows, recline by recline.
    var rows: [Row] = []
    /// The rows of a pointer that never moves, at the first recline, on which such a pointer does not depend.
    var resting: [Row] = []
    /// The traces of the first recline for a page if `run.recordsTraces` asks for them.
    var traces: ReplayTraces?
  }

  /// The people at one recline and of one draw: the runs of all variants, and what is kept of each person.
  private struct Group {
    let runs: [Run<GazeRig>]
    /// The people's figures with each variant, then with each pointer that never moves.
    var people: [BlockList<VariantFigures>]
    var records: [PersonTrace] = []

    init(_ runs: [Run<GazeRig>]) {
      self.runs = runs
      people = Array(repeating: [], count: runs.count + RestingPointer.allCases.count)
    }
  }

  /// A person's figures in the order of a `Group`, and the traces for a page if one was requested; a part does not hold
  /// the traces.
  private struct KeptPerson: Codable {
    var figures: [VariantFigures]
    var record: PersonTrace?

    enum CodingKeys: String, CodingKey {
      case figures
    }
  }

  /// The results of several comparisons. All comparisons' people are the command's cells (`Shards`).
  static func results(
    of comparisons: [GazeComparison], jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> [Result] {
    for comparison in comparisons { try comparison.validate() }
    // The best constants of a variant need all its people, so they are found first, in every share.
    let passes = Double(comparisons.reduce(0) { $0 + $1.settings.count * ($1.searchesConstants ? 2 : 1) })
    var groups: [Group] = []
    var done = 0.0
    for comparison in comparisons {
      for (place, setting) in comparison.settings.enumerated() {
        let before = done
        let runs = try await comparison.runs(setting.recline, setting.draw, isFirst: place == 0, jobs: jobs) {
          progress((before + $0) / passes)
        }
        groups.append(Group(runs))
        if comparison.searchesConstants { done += 1 }
      }
    }
    let before = done
    let expected = groups.map(\.people.count)
    try await Run.cells(
      groups.map(\.runs), jobs: jobs, progress: { progress((before + $0 * (passes - before)) / passes) },
      fault: { ContentFault("result.figures", count: $2.figures.count, expected: expected[$0]) }
    ) { measured in
      // Every variant has the same traces, and the same resting pointer.
      let resting = measured.prefix(1).flatMap { one in RestingPointer.allCases.map { VariantFigures($0, one) } }
      return KeptPerson(figures: measured.map { VariantFigures($0) } + resting, record: measured.first?.record)
    } take: { group, person in
      for (place, figures) in person.figures.enumerated() { groups[group].people[place].append(figures) }
      if let record = person.record { groups[group].records.append(record) }
    }
    var rest = groups[...]
    return comparisons.map { comparison in
      let own = rest.prefix(comparison.settings.count)
      rest = rest.dropFirst(own.count)
      return comparison.result(Array(own))
    }
  }

  /// Every recline with every draw.
  private var settings: [(recline: Double, draw: Int)] {
    reclines.flatMap { recline in draws.map { (recline, $0) } }
  }

  private var searchesConstants: Bool { variants.contains { $0.constant == .best } }

  /// True if variants differ in the smoothing, so that lag and jitter are shown.
  private var hasSmoothings: Bool { variants.contains { $0.smoothing != nil } }

  private func validate() throws {
    try run.validate()
    for variant in variants
    where variant.calibration != nil || variant.recentre != nil || variant.trigger != nil || !variant.settings.isEmpty {
      try run(of: variant, reclines.first ?? 0, draws.lowerBound).validate()
    }
  }

  /// The runs of all variants at a recline, with the constants that are best for all people.
  ///
  /// - Parameter progress: called with the share of people in which the constants were searched for.
  private func runs(
    _ recline: Double, _ draw: Int, isFirst: Bool, jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> [Run<GazeRig>] {
    var runs = try variants.map { try run(of: $0, recline, draw) }
    // The resting pointer is the same beside every variant.
    if !runs.isEmpty { runs[0].options.parts.formUnion(.resting) }
    if !isFirst { for index in runs.indices { runs[index].recordsTraces = false } }
    let searched = variants.indices.filter { variants[$0].constant == .best }
    guard !searched.isEmpty else { return runs }
    let people = Double(max(run.participants, 1))
    let found = try await Run.bestConstants(searched.map { runs[$0] }, jobs: jobs) { progress(Double($0) / people) }
    for (place, constant) in zip(searched, found) { runs[place].options.correction = .fixed(constant) }
    return runs
  }

  func run(of variant: Variant, _ recline: Double, _ draw: Int) throws -> Run<GazeRig> {
    var base = run
    base.simulation = run.simulation.repeated(draw)
    try base.simulation.set("phone.recline", recline)
    var own = try base.with(variant)
    own.personCalibration = variant.personCalibration
    own.options.parts = VariantFigures.parts(hasSmoothings: hasSmoothings)
    if variant.isIdeal {
      (own.simulation.preset, own.simulation.phone) = (.ideal, GazePreset.ideal.defaultPhone)
    }
    own.options.correction = variant.constant
    return own
  }

  /// The rows from each person's figures; the groups are those of `settings`.
  private func result(_ groups: [Group]) -> Result {
    var result = Result()
    for (turn, recline) in reclines.enumerated() {
      let pooled = groups[(turn * draws.count)..<((turn + 1) * draws.count)]
      guard let first = pooled.first else { continue }
      var people = first.people
      for other in pooled.dropFirst() {
        for place in people.indices { other.people[place].forEach { people[place].append($0) } }
      }
      var rows = Row.rows(variants, people, of: .simulated, recline: recline) { place in
        (first.runs[place].options.recentre, first.runs[place].setup.trigger.rule)
      }
      for (place, run) in first.runs.enumerated() {
        if case .fixed(let constant) = run.options.correction {
          rows.variants[place].offset = [constant.x, constant.y]
        }
      }
      result.rows += rows.variants
      guard turn == 0 else { continue }
      result.resting = rows.resting
      if let run = first.runs.first, let recording = TraceCollector(first.runs) {
        result.traces = recording.traces(first.records, of: run, pipelines: variants.map(\.label))
      }
    }
    Row.adjust(&result.rows)
    return result
  }

  // MARK: Splits of the raw error

  /// The comparison under each of the splits, on people with the same random draws. If several draws are pooled, each
  /// split has draws of its own, so that a range over splits is one over people and phones too.
  func varied(over splits: [ErrorSplit]) throws -> [GazeComparison] {
    try splits.enumerated().map { index, split in
      var comparison = self
      if draws.count > 1 {
        comparison.draws = (index * draws.count)..<((index + 1) * draws.count)
      } else {
        // A tracker without errors has none that a split could divide.
        comparison.variants.removeAll(where: \.isIdeal)
      }
      comparison.run.simulation.preset = try split.preset()
      comparison.run.recordsTraces = false
      return comparison
    }
  }

  /// Every row's ranges over splits, in the rows' order.
  static func ranges(_ splits: [ErrorSplit], _ rows: [[Row]]) -> [SplitRow] {
    guard let first = rows.first else { return [] }
    return first.indices.map { place in SplitRow(zip(splits, rows).map { ($0.name, $1[place]) }) }
  }
}

extension Run {
  /// The run with what a row of a comparison changes.
  ///
  /// - Throws: `SimulationError` for a value of a constant that the simulation rejects.
  func with(_ variant: PipelineVariant<R>) throws -> Run {
    var changed = self
    changed.pipeline = variant.pipeline
    if let calibration = variant.calibration { changed.calibration = calibration }
    if let smoothing = variant.smoothing { changed.options.smoothing = smoothing.value }
    if let recentre = variant.recentre { changed.options.recentre = recentre }
    if let trigger = variant.trigger { changed.options.trigger = trigger }
    for (key, value) in variant.settings { try changed.simulation.set(key, value) }
    return changed
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
