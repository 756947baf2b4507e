import Documents
import Foundation
import GazeMetrics
import GazeSimulation
import GazeTesting
import Synchronization
import TestSupport
import Testing

@testable import Evaluate

@Suite struct GazeComparisonTests {
  /// 10 people, 10 s of validation and reading each, seed 21.
  private func comparison(
    _ pipelines: [Pipeline<GazeRig>], reclines: [Double] = [30], participants: Int = 10
  ) throws -> GazeComparison {
    GazeComparison(
      try Run.mini([.validation, .reading], participants: participants, duration: 10), reclines: reclines,
      variants: GazeComparison.variants(pipelines))
  }

  @Test("the pages and the help count the published mappings and the variants as there are")
  func counts() throws {
    let names = GazeRig.pipelines.map(\.name).filter { $0 != "standard" }
    let variants = names.filter { $0.hasSuffix("-converted") || $0 == "blendshapes" }
    #expect(names.count - variants.count == 9 && variants.count == 4, "\(names)")
    for (page, words) in [
      ("README.md", "nine published ones** and four variants"),
      ("docs/evaluation.md", "runs the nine published mappings"),
      ("Sources/gazesim/Commands/CompareCommand.swift", "Runs nine published mappings from a face to a pointer, four"),
    ] {
      let text = try String(contentsOf: packageRoot.appending(path: page), encoding: .utf8)
      #expect(text.contains(words), "\(page)")
    }
  }

  @Test("each article as published and with its constants, standard last and with five points")
  func variants() {
    let variants = GazeComparison.variants(GazeRig.pipelines)
    #expect(variants.last?.label == "standard + own 5 points")
    #expect(variants.last?.personCalibration == .fivePoints)
    #expect(Set(variants.map(\.label)).count == variants.count)
    for article in ["article2021", "article2021-converted"] {
      let constants = variants.filter { $0.pipeline.name == article }.map(\.constant)
      #expect(constants.contains(.none) && constants.contains(.best) && constants.contains(.fivePoints))
    }
    let learning = variants.filter { $0.pipeline.learnsFivePoints }
    #expect(learning.allSatisfy { $0.constant == .none || $0.constant == .hindsight })
    #expect(learning.allSatisfy { $0.constant == .none || $0.personCalibration == .fivePoints })
    #expect(
      variants.filter { $0.pipeline == GazeRig.moawinberg }.map(\.label)
        == ["moawinberg", "moawinberg + hindsight", "moawinberg + own 5 points"])
    #expect(GazeComparison.variants([]).isEmpty)
    // `standard` is the reference at any place in the list.
    #expect(
      GazeComparison.variants([.standard, .virakri], .published).map(\.label)
        == ["virakri", "standard", "standard + own 5 points"])
  }

  @Test("over splits each row shows the smallest and largest estimate, each with its interval and its split")
  func splits() async throws {
    let base = try comparison([.article2021Converted, .standard])
    let splits = try ["person", "session", "typical"].map(ErrorSplit.named)
    let varied = try await GazeComparison.results(of: base.varied(over: splits), jobs: 2)
    let ranges = GazeComparison.ranges(splits, varied.map(\.rows))
    #expect(ranges.map(\.label) == base.variants.map(\.label))
    var byHand: [String: [GazeComparison.Row]] = [:]
    for split in splits {
      var comparison = base
      comparison.run.simulation.preset = try split.preset()
      byHand[split.name] = try await comparison.rows(jobs: 1)
    }
    for (place, row) in ranges.enumerated() {
      let range = try #require(row.errorPoints)
      for (range, path) in [(range, \GazeComparison.Row.errorPoints), (row.falsePerMinute, \.falsePerMinute)] {
        let values = byHand.values.compactMap { $0[place][keyPath: path] }
        #expect(range?.smallest.value == values.min() && range?.largest.value == values.max())
      }
      for end in [range.smallest, range.largest] {
        let source = try #require(byHand[end.split]?[place])
        #expect(source.errorPoints == end.value && source.errorPointsCI95 == end.ci95)
      }
      #expect(try #require(row.ratio).smallest.value <= (try #require(byHand["typical"]?[place].ratio)))
    }
    let report = GazeComparisonReport(base, .init(), splits: ranges)
    for texts in [report.remarks, [report.markdown], [report.html]] {
      #expect(texts.contains { $0.contains("smallest and largest") })
    }
    #expect(GazeComparisonReport(base, .init()).splits == nil)
  }

  @Test("pooled draws are the people of each seed and phone; a range holds the intervals of all splits (seed 21)")
  func draws() async throws {
    var pooled = try comparison([.standard], participants: 12)
    pooled.variants = GazeComparison.variants([.standard], .published)
    pooled.draws = 0..<2
    let splits = try ["person", "session"].map(ErrorSplit.named)
    let varied = try pooled.varied(over: splits)
    // Each split has draws of its own.
    #expect(varied.map(\.draws) == [0..<2, 2..<4])
    let results = try await GazeComparison.results(of: [pooled] + varied, jobs: 2)
    var errors: [Double] = []
    for draw in 0..<2 {
      var one = pooled
      one.draws = 0..<1
      one.run.simulation.seed += UInt64(draw)
      one.run.simulation.phone += UInt64(draw)
      let columns = try await Run<GazeRig>.people([one.run], jobs: 2) { $0.map { VariantFigures($0) } }
      errors += columns.compactMap { $0[0].isFailing ? nil : $0[0].medianPoints }
    }
    let row = try #require(results[0].rows.last)
    expectNear(row.errorPoints, errors.reduce(0, +) / Double(errors.count), 1e-9)
    let report = GazeComparisonReport(pooled, results[0])
    #expect(report.participants == 24 && report.draws == 2 && report.subject.contains("seeds 21 to 22"))
    let ranges = GazeComparison.ranges(splits, results.dropFirst().map(\.rows))
    let range = try #require(ranges.last?.errorPoints)
    let intervals = results.dropFirst().compactMap { $0.rows.last?.errorPointsCI95 }
    #expect(range.lowest == intervals.map(\.lower).min() && range.highest == intervals.map(\.upper).max())
    #expect(intervals.count == 2 && range.lowest ?? 0 < range.smallest.value)
  }

  @Test("an ideal tracker looks at a phone as its data sheet states it, and has a range only over draws of its own")
  func idealPhone() throws {
    var base = try comparison([.standard], participants: 2)
    var variants = StandardVariants()
    (variants.showsIdeal, variants.recentres) = (true, [.dot])
    base.variants = GazeComparison.variants([.standard], .constants, of: variants)
    base.run.simulation.phone = 9
    let ideal = try #require(base.variants.first { $0.isIdeal })
    let run = try base.run(of: ideal, 30, 1)
    #expect(run.simulation.phone == 0 && run.simulation.preset == .ideal)
    #expect(run.simulation.seed == base.run.simulation.seed + 1)
    let splits = try ["person", "session"].map(ErrorSplit.named)
    #expect(try base.varied(over: splits).allSatisfy { !$0.variants.contains { $0.isIdeal } })
    base.draws = 0..<2
    #expect(try base.varied(over: splits).allSatisfy { $0.variants.contains { $0.isIdeal } })
  }

  @Test("a pointer at rest has a row at its best place and one in the middle, and is in no ranking")
  func resting() async throws {
    let base = try comparison([.virakri, .standard])
    let result = try await GazeComparison.results(of: [base], jobs: 2)[0]
    #expect(result.resting.map(\.label) == ["at rest, best place", "at rest, middle"])
    let (best, middle) = (try #require(result.resting.first), try #require(result.resting.last))
    #expect(try #require(best.errorPoints) < (try #require(middle.errorPoints)))
    #expect(best.ratio != nil && best.f1 == nil && best.falsePerMinute == nil)
    // They are the figures of an evaluation of the same people.
    let people = Cohort<GazeRig>(try await base.run.people())
    let metric = try GazeMetric.named("pointer.resting.bestPlacePoints")
    #expect(people.estimate(metric)?.value == best.errorPoints)
    let report = GazeComparisonReport(base, result)
    #expect(report.rows.count == base.variants.count)
    for text in [report.markdown, report.csv, report.html] { #expect(text.contains(middle.label)) }
  }

  @Test("fewer variants: as published alone, or with the best constant where the gain is not doubled")
  func fewerVariants() {
    let published = GazeComparison.variants(GazeRig.pipelines, .published)
    #expect(published.allSatisfy { $0.constant == .none })
    #expect(published.count == GazeRig.pipelines.count + 2)
    let constants = GazeComparison.variants(GazeRig.pipelines, .constants)
    #expect(
      constants.filter { $0.constant == .best }.map(\.pipeline)
        == [.article2021, .article2021Converted, .blendshapes, .gazecapture])
    #expect(Set(constants.map(\.label)).count == constants.count)
  }

  @Test("a best constant is the same if it is searched for alone or with others (seed 21)")
  func bestTogether() async throws {
    let base = try Run.mini([.validation, .reading], participants: 4, duration: 10)
    let runs = [GazeRig.article2021Converted, .gazecapture].map { name -> Run<GazeRig> in
      var run = base
      run.pipeline = name
      run.personCalibration = .none
      return run
    }
    let together = try await Run<GazeRig>.bestConstants(runs, jobs: 2)
    for (run, constant) in zip(runs, together) {
      #expect(try await Run<GazeRig>.bestConstants([run], jobs: 1) == [constant])
    }
    #expect(try await Run<GazeRig>.bestConstants([], jobs: 1).isEmpty)
  }

  @Test("rows are recline by recline, and agree with an evaluation at that recline")
  func rows() async throws {
    let comparison = try comparison([.article2021Converted, .standard], reclines: [0, 45], participants: 4)
    let rows = try await comparison.rows()
    let labels = comparison.variants.map(\.label)
    #expect(rows.map(\.label) == labels + labels)
    #expect(rows.map(\.recline) == labels.map { _ in 0 } + labels.map { _ in 45 })
    var run = comparison.run
    try run.simulation.set("phone.recline", 45)
    let evaluation = try await run.evaluation()
    let row = try #require(rows.last)
    #expect(row.errorPoints == evaluation.value(medianError))
    #expect(row.errorDegrees == evaluation.value("pointer.errorDegrees.median"))
    #expect(row.f1 == evaluation.scroll.f1)
    #expect(row.falsePerMinute == evaluation.value("scroll.falsePerMinute"))
    #expect(row.errorPointsCI95 == evaluation.figure(medianError)?.ci95)
    #expect(row.falsePerMinuteCI95 == evaluation.figure("scroll.falsePerMinute")?.ci95)
    #expect(row.offScreenScrollPointsPerMinute == evaluation.value("scroll.offScreenScrollPointsPerMinute"))
    // The best constant is the same for everybody, and it reduces the error of the people on whom it was found.
    let best = try #require(rows.first { $0.label == "article2021-converted + best constant" })
    #expect(best.offset?.count == 2)
    let published = try #require(rows.first { $0.label == "article2021-converted" })
    #expect(try #require(best.errorPoints) < (try #require(published.errorPoints)))
  }

  @Test("nothing to compare gives no rows, a recline beyond its range an error")
  func edges() async throws {
    #expect(try await comparison([]).rows(jobs: 1).isEmpty)
    #expect(try await comparison([.standard], reclines: []).rows(jobs: 1).isEmpty)
    let beyond = try comparison([.standard], reclines: [91], participants: 1)
    await #expect(throws: SimulationError.self) { try await beyond.rows(jobs: 1) }
  }

  @Test("without targets the constants are found on the true gaze, open loop and closed", arguments: [false, true])
  func withoutTargets(isClosed: Bool) async throws {
    var run = try Run.mini([.reading], participants: 4, duration: 10)
    run.loop = isClosed ? .closed : .open
    let rows = try await GazeComparison(
      run, reclines: [30], variants: GazeComparison.variants([.article2021Converted, .standard])
    )
    .rows()
    func error(_ label: String) throws -> Double {
      try #require(rows.first { $0.label == "article2021-converted\(label)" }?.errorPoints)
    }
    #expect(try error(" + best constant") < (try error("")))
    #expect(try error(" + hindsight") < (try error("")))
    let offset = try #require(rows.first { $0.label.hasSuffix("best constant") }?.offset)
    #expect(offset != [0, 0])
  }

  @Test("progress goes on with the people, up to 1")
  func progress() async throws {
    let heard = Mutex<[Double]>([])
    _ = try await comparison([.article2021, .standard], participants: 4).rows(jobs: 1) { share in
      heard.withLock { $0.append(share) }
    }
    let shares = heard.withLock { $0 }
    #expect(shares.count >= 8 && shares == shares.sorted(), "\(shares)")
    expectNear(shares.last, 1, 1e-12)
  }

  @Test("recentrings and rules are rows of standard beside it, each pair once, with an ideal tracker on request")
  func choices() {
    let five = "standard + own 5 points"
    typealias Change = (inout StandardVariants) -> Void
    let (all, rules): (Change, Change) = (
      { $0.recentres = [.none, .dot, .reading] }, { $0.triggers = [.edge, .confirm] }
    )
    let ideal: Change = { $0.showsIdeal = true }
    let cases: [(changes: [Change], more: [String])] = [
      ([all], ["dot", "reading"]), ([all, ideal], ["dot", "reading", "ideal tracker"]),
      (
        [all, rules],
        ["dot + edge", "reading + edge", "none + confirm", "dot + confirm", "reading + confirm"]
      ),
      ([rules], ["confirm"]), ([rules, ideal], ["confirm", "ideal tracker", "confirm + ideal tracker"]),
      ([rules, { $0.ownRule = .confirm }], ["edge"]),
    ]
    for (changes, more) in cases {
      var variants = StandardVariants()
      variants.areAlone = true
      for change in changes { change(&variants) }
      let labels = GazeComparison.variants([.standard], .constants, of: variants).map(\.label)
      #expect(labels == more.map { "\(five) + \($0)" } + [five])
    }
  }

  @Test("a closed loop compares recentrings with the ideal tracker on the same task")
  func closedChoices() async throws {
    var run = try Run.mini([.reading], participants: 4, duration: 40)
    run.loop = .closed
    var choice = ComparisonChoice<GazeRig>()
    (choice.pipelines, choice.reclines) = ([.standard], [30])
    choice.variants.areAlone = true
    choice.variants.recentres = [.none, .dot]
    choice.variants.triggers = [.edge, .confirm]
    let report = try #require(
      try await GazeRig.compare(.simulated(run), choice, Work(jobs: 2)) as? GazeComparisonReport)
    #expect(report.rows.map(\.recentre) == ["dot", "none", "dot", "none", "none", "none"])
    #expect(report.rows.map(\.trigger) == ["edge", "confirm", "confirm", "edge", "confirm", "edge"])
    #expect(report.rows.map(\.preset) == [nil, nil, nil, "ideal", "ideal", nil])
    let ideal = try #require(report.rows[3].errorPoints), usual = try #require(report.rows[5].errorPoints)
    #expect(ideal < 0.5 * usual)
    // A row of a comparison is what an evaluation with the same options is.
    run.options.recentre = .dot
    let alone = try await run.evaluation().value(medianError)
    #expect(report.rows[0].errorPoints == alone)
  }
}

extension GazeComparison {
  /// All rows, recline by recline.
  func rows(jobs: Int = 2, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Row] {
    try await Self.results(of: [self], jobs: jobs, progress: progress)[0].rows
  }
}
