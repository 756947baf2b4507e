import Foundation
import GazeMetrics
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct GazeComparisonTests {
  /// 10 people, 10 s of validation and reading each, seed 21.
  private func comparison(
    _ pipelines: [Pipeline<GazeRig>], reclines: [Double] = [30], participants: Int = 10
  ) throws -> GazeComparison {
    GazeComparison(
      try Run<GazeRig>.mini([.validation, .reading], participants: participants, duration: 10), reclines: reclines,
      arms: GazeComparison.arms(pipelines))
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

  @Test("the arms: each article as published and with its constants, standard last and with five points")
  func arms() {
    let arms = GazeComparison.arms(GazeRig.pipelines)
    #expect(arms.last?.label == "standard + own 5 points")
    #expect(arms.last?.personCalibration == .fivePoints)
    #expect(Set(arms.map(\.label)).count == arms.count)
    for article in ["article2021", "article2021-converted"] {
      let constants = arms.filter { $0.pipeline.name == article }.map(\.constant)
      #expect(constants.contains(.none) && constants.contains(.best) && constants.contains(.fivePoints))
    }
    let learning = arms.filter { $0.pipeline.learnsFivePoints }
    #expect(learning.allSatisfy { $0.constant == .none || $0.constant == .hindsight })
    #expect(learning.allSatisfy { $0.constant == .none || $0.personCalibration == .fivePoints })
    #expect(
      arms.filter { $0.pipeline == GazeRig.moawinberg }.map(\.label)
        == ["moawinberg", "moawinberg + hindsight", "moawinberg + own 5 points"])
    #expect(GazeComparison.arms([]).isEmpty)
    // `standard` is the reference at any place in the list.
    #expect(
      GazeComparison.arms([.standard, .virakri], .published).map(\.label)
        == ["virakri", "standard", "standard + own 5 points"])
  }

  @Test("over splits each row shows the smallest and largest estimate, each with its interval and its split")
  func splits() async throws {
    let base = try comparison([.article2021Converted, .standard])
    let splits = try ["person", "session", "typical"].map { try ErrorSplit.named($0) }
    let varied = try await GazeComparison.results(of: base.varied(over: splits), jobs: 2)
    let ranges = GazeComparison.ranges(splits, varied.map(\.rows))
    #expect(ranges.map(\.label) == base.arms.map(\.label))
    var byHand: [String: [GazeComparison.Row]] = [:]
    for split in splits {
      var comparison = base
      comparison.run.simulation.preset = try split.preset()
      byHand[split.name] = try await comparison.rows(jobs: 1)
    }
    for (place, row) in ranges.enumerated() {
      let errors = byHand.values.compactMap { $0[place].errorPoints }
      let range = try #require(row.errorPoints)
      #expect(range.smallest.value == errors.min() && range.largest.value == errors.max())
      let falseScrolls = byHand.values.compactMap { $0[place].falsePerMinute }
      let rate = row.falsePerMinute
      #expect(rate?.smallest.value == falseScrolls.min() && rate?.largest.value == falseScrolls.max())
      for end in [range.smallest, range.largest] {
        let source = try #require(byHand[end.split]?[place])
        #expect(source.errorPoints == end.value && source.errorPointsCI95 == end.ci95)
      }
      #expect(try #require(row.ratio).smallest.value <= (try #require(byHand["typical"]?[place].ratio)))
    }
    // An error that no knowledge from an earlier session can correct is the same under each split, except for
    // differences between people.
    let report = GazeComparisonReport(base, .init(), splits: ranges)
    #expect(report.remarks.contains { $0.contains("may not be raw") && $0.contains("smallest and largest") })
    #expect(report.markdown.contains("Smallest and largest") && report.html.contains("Smallest and largest"))
    let plain = GazeComparisonReport(base, .init())
    #expect(plain.splits == nil && plain.remarks.contains { $0.contains("--split all shows the range") })
  }

  @Test("pooled draws are the people of each seed and phone; a range holds the intervals of all splits (seed 21)")
  func draws() async throws {
    var pooled = try comparison([.standard], participants: 12)
    pooled.arms = GazeComparison.arms([.standard], .published)
    pooled.draws = 0..<2
    let splits = try ["person", "session"].map { try ErrorSplit.named($0) }
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
      let columns = try await Run<GazeRig>.people([one.run], jobs: 2) { $0.map { ArmFigures($0) } }
      errors += columns.compactMap { $0[0].isFailing ? nil : $0[0].medianPoints }
    }
    let row = try #require(results[0].rows.last)
    #expect(abs(try #require(row.errorPoints) - errors.reduce(0, +) / Double(errors.count)) < 1e-9)
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
    base.arms = GazeComparison.arms([.standard], .constants, variants: variants)
    base.run.simulation.phone = 9
    let arm = try #require(base.arms.first { $0.isIdeal })
    let ideal = try base.armRun(arm, 30, 1).simulation
    #expect(ideal.phone == 0 && ideal.preset == .ideal && ideal.seed == base.run.simulation.seed + 1)
    let splits = try ["person", "session"].map { try ErrorSplit.named($0) }
    #expect(try base.varied(over: splits).allSatisfy { !$0.arms.contains { $0.isIdeal } })
    base.draws = 0..<2
    #expect(try base.varied(over: splits).allSatisfy { $0.arms.contains { $0.isIdeal } })
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
    let people = People<GazeRig>(try await base.run.people(jobs: 2))
    let metric = try GazeMetric.named("pointer.resting.bestPlacePoints")
    #expect(people.estimate(metric)?.value == best.errorPoints)
    let report = GazeComparisonReport(base, result)
    #expect(report.rows.count == base.arms.count && report.markdown.contains(best.label))
    #expect(report.csv.contains(middle.label) && report.html.contains(HTML.text(middle.label)))
  }

  @Test("fewer arms: as published alone, or with the best constant where the gain is not doubled")
  func armChoices() {
    let published = GazeComparison.arms(GazeRig.pipelines, .published)
    #expect(published.allSatisfy { $0.constant == .none })
    #expect(published.count == GazeRig.pipelines.count + 2)
    let constants = GazeComparison.arms(GazeRig.pipelines, .constants)
    #expect(
      constants.filter { $0.constant == .best }.map(\.pipeline)
        == [.article2021, .article2021Converted, .blendshapes, .gazecapture])
    #expect(Set(constants.map(\.label)).count == constants.count)
  }

  @Test("a best constant is the same if it is searched for alone or with others (seed 21)")
  func bestTogether() async throws {
    let base = try Run<GazeRig>.mini([.validation, .reading], participants: 4, duration: 10)
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

  @Test("the reference against itself is 1, without a difference")
  func reference() async throws {
    var compared = try comparison([.standard])
    compared.arms = GazeComparison.arms([.standard], .published)
    let rows = try await compared.rows(jobs: 2)
    #expect(rows.map(\.label) == ["standard", "standard + own 5 points"])
    let itself = try #require(rows.last)
    #expect(abs(try #require(itself.ratio) - 1) < 1e-12)
    let interval = try #require(itself.ratioCI95)
    #expect(interval.contains(1) && interval.upper - interval.lower < 1e-9)
    #expect(itself.f1Difference ?? 0 == 0)
    #expect(itself.offset == nil)
    // The ratio of the other arm is the geometric mean, over people, of the reference's error divided by the arm's.
    let run = try comparison([.standard]).run
    var without = run
    without.personCalibration = .none
    let (a, b) = (try await run.people(jobs: 2), try await without.people(jobs: 2))
    let logs = zip(a, b).compactMap { a, b -> Double? in
      guard !a.pointer.isFailing, let x = a.pointer.errorPoints.median, let y = b.pointer.errorPoints.median else {
        return nil
      }
      return log(x / y)
    }
    #expect(abs(try #require(rows[0].ratio) - exp(logs.reduce(0, +) / Double(logs.count))) < 1e-9)
  }

  @Test("rows are recline by recline, arm by arm, and agree with an evaluation at that recline")
  func rows() async throws {
    let comparison = try comparison([.article2021Converted, .standard], reclines: [0, 45], participants: 4)
    let rows = try await comparison.rows(jobs: 2)
    let labels = comparison.arms.map(\.label)
    #expect(rows.map(\.label) == labels + labels)
    #expect(rows.map(\.recline) == labels.map { _ in 0 } + labels.map { _ in 45 })
    var run = comparison.run
    try run.simulation.set("phone.recline", 45)
    let evaluation = try await run.evaluation(jobs: 2)
    let row = try #require(rows.last)
    #expect(row.errorPoints == evaluation.value("pointer.errorPoints.median"))
    #expect(row.errorDegrees == evaluation.value("pointer.errorDegrees.median"))
    #expect(row.f1 == evaluation.scroll.f1)
    #expect(row.falsePerMinute == evaluation.value("scroll.falsePerMinute"))
    #expect(row.errorPointsCI95 == evaluation.figure("pointer.errorPoints.median")?.ci95)
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
    var run = try Run<GazeRig>.mini([.reading], participants: 4, duration: 10)
    run.loop = isClosed ? .closed : .open
    let rows = try await GazeComparison(
      run, reclines: [30], arms: GazeComparison.arms([.article2021Converted, .standard])
    )
    .rows(jobs: 2)
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
    let heard = Heard()
    _ = try await comparison([.article2021, .standard], participants: 4).rows(jobs: 1) { heard.add($0) }
    let shares = heard.shares
    #expect(shares.count >= 8 && shares == shares.sorted() && abs((shares.last ?? 0) - 1) < 1e-12, "\(shares)")
  }

  private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Double] = []
    func add(_ share: Double) { lock.withLock { all.append(share) } }
    var shares: [Double] { lock.withLock { all } }
  }

  @Test("recentrings and rules are rows of standard beside it, each pair once, with an ideal tracker on request")
  func choices() {
    var variants = StandardVariants()
    variants.areAlone = true
    func labels() -> [String] { GazeComparison.arms([.standard], .constants, variants: variants).map(\.label) }
    let five = "standard + own 5 points"
    variants.recentres = [.none, .dot, .reading]
    #expect(labels() == ["\(five) + dot", "\(five) + reading", five])
    variants.showsIdeal = true
    #expect(labels() == ["\(five) + dot", "\(five) + reading", "\(five) + ideal tracker", five])
    variants.showsIdeal = false
    variants.triggers = [.edge, .confirm]
    #expect(
      labels() == [
        "\(five) + dot + edge", "\(five) + reading + edge", "\(five) + none + confirm", "\(five) + dot + confirm",
        "\(five) + reading + confirm", five,
      ])
    variants.recentres = []
    #expect(labels() == ["\(five) + confirm", five])
    variants.showsIdeal = true
    #expect(
      labels() == ["\(five) + confirm", "\(five) + ideal tracker", "\(five) + confirm + ideal tracker", five])
    variants.showsIdeal = false
    variants.ownRule = .confirm
    #expect(labels() == ["\(five) + edge", five])
  }

  @Test("a closed loop compares recentrings with the ideal tracker on the same task, in 20 lines of 80 columns")
  func closedChoices() async throws {
    var run = try Run<GazeRig>.mini([.reading], participants: 4, duration: 40)
    run.loop = .closed
    var choice = ComparisonChoice<GazeRig>()
    (choice.pipelines, choice.reclines) = ([.standard], [30])
    choice.variants.areAlone = true
    choice.variants.recentres = [.none, .dot]
    choice.variants.triggers = [.edge, .confirm]
    let written = try await GazeRig.compare(run, choice, jobs: 2) { _ in }
    let report = try #require(written.json as? GazeComparisonReport)
    #expect(report.rows.map(\.recentre) == ["dot", "none", "dot", "none", "none", "none"])
    #expect(report.rows.map(\.trigger) == ["edge", "confirm", "confirm", "edge", "confirm", "edge"])
    #expect(report.rows.map(\.preset) == [nil, nil, nil, "ideal", "ideal", nil])
    let ideal = try #require(report.rows[3].errorPoints), usual = try #require(report.rows[5].errorPoints)
    #expect(ideal < 0.5 * usual)
    let lines = written.brief(Invocation(["compare"]), false).text(width: 80)
    #expect(lines.count <= 20 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines.contains { $0.contains("ideal tracker") } && lines.contains { $0.contains("dot, confirm") })
    #expect(report.remarks.contains { $0.hasPrefix("Recentring in the session: dot (one dot") })
    #expect(report.remarks.contains { $0.hasPrefix("People do what each rule") })
    // An arm of a comparison is what an evaluation with the same options is.
    run.options.recentre = .dot
    let alone = try await run.evaluation(jobs: 2).value("pointer.errorPoints.median")
    #expect(report.rows[0].errorPoints == alone)
  }
}
