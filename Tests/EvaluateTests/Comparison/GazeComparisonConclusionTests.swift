import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct GazeComparisonConclusionTests {
  /// A row with an error, and the ratio to the reference with its interval.
  private func row(
    _ label: String, _ error: Double, ratio: (Double, Double, Double)? = (1, 1, 1), _ pipeline: String = "standard",
    smoothing: String? = nil, calibration: String? = nil
  ) -> GazeComparison.Row {
    GazeComparison.Row(
      recline: 30, label: label, pipeline: pipeline, smoothing: smoothing, calibration: calibration,
      errorPoints: error, ratio: ratio?.0, ratioCI95: ratio.flatMap { ConfidenceInterval($0.1, $0.2) })
  }

  /// The sentences on rows, with plain spaces; the last row is the reference.
  private func sentences(
    _ rows: [GazeComparison.Row], of pipelines: [Pipeline<GazeRig>] = [], people: Int = 20
  ) throws -> [String] {
    let comparison = GazeComparison(
      try Run<GazeRig>.mini(participants: people), reclines: [30],
      variants: GazeComparison.variants(pipelines + [.standard]))
    var report = GazeComparisonReport(comparison, .init(rows: rows))
    report.reference = try #require(rows.last?.label)
    return GazeComparisonConclusion(report).sentences.map { $0.replacing("\u{A0}", with: " ") }
  }

  private let five = "standard + own 5 points"

  @Test("the reader's own pointer comes first, then the ranking")
  func own() throws {
    let recorded = try GazeRig.pipeline(named: "recorded")
    let worse = try sentences(
      [row("recorded", 120, ratio: (0.8, 0.7, 0.9), "recorded"), row("standard", 96)], of: [recorded])
    #expect(
      worse == [
        "recorded is 120 pt off: 1.25 times worse [1.11, 1.43] than standard", "standard is the best, 96.0 pt off",
      ], "\(worse)")
    let tie = try sentences(
      [row("recorded", 100, ratio: (0.96, 0.7, 1.2), "recorded"), row("standard", 96)], of: [recorded])
    #expect(tie[0] == "recorded is 100 pt off; 20 people cannot tell it from standard, 96.0 pt", "\(tie)")
    var one = row("recorded", 100, ratio: (0.96, 1, 1), "recorded")
    one.ratioCI95 = nil
    let few = try sentences([one, row("standard", 96)], of: [recorded], people: 1)
    #expect(few[0] == "recorded is 100 pt off, standard 96.0 pt; 1 person is too few for an interval", "\(few)")
  }

  @Test("a calibration is compared with none, and smoothings with the profile's")
  func variants() throws {
    let better = try sentences([
      row("\(five) + calibration", 80, ratio: (1.2, 1.1, 1.3), calibration: "recorded"), row(five, 96),
    ])
    #expect(
      better == ["with the calibration standard is 80.0 pt off: 1.20 times better [1.10, 1.30] than without"],
      "\(better)")
    let alike = try sentences([
      row("\(five) + none", 98, smoothing: "none"), row("\(five) + kalman", 95, smoothing: "kalman"), row(five, 96),
    ])
    #expect(alike == ["smoothing changes the error by at most 2.1 %: kalman 95.0 pt, none 98.0 pt"], "\(alike)")
    let apart = try sentences([row("\(five) + none", 150, smoothing: "none"), row(five, 96)])
    #expect(apart[0] == "smoothing matters: the profile's 96.0 pt, none 150 pt", "\(apart)")
  }

  @Test("with too few people for an interval no row is called the best, whatever the order")
  func undecided() throws {
    // The error has the opposite order of the paired ratio.
    var other = row("virakri", 90, ratio: (0.8, 1, 1), "virakri")
    other.ratioCI95 = nil
    let behind = try sentences([other, row("standard", 96)], of: [.virakri], people: 6)
    #expect(
      behind == ["6 people are too few to say which is best: 90.0 pt for virakri, 96.0 pt for standard"], "\(behind)")
    other.errorPoints = 120
    let ahead = try sentences([other, row("standard", 96)], of: [.virakri], people: 1)
    #expect(ahead == ["1 person is too few to say which is best: 96.0 pt for standard, 120 pt for virakri"], "\(ahead)")
  }

  @Test("hindsight says what a calibration in the session could bring, and never wins the ranking")
  func hindsight() throws {
    let alone = try sentences([row("standard + hindsight", 48, ratio: (2, 1.5, 2.5)), row(five, 96)])
    #expect(
      alone == [
        "standard recalibrated in the session: 48.0 pt at best, 2.0 times better [1.50, 2.5]"
      ], "\(alone)")
    let others = try sentences(
      [row("standard + hindsight", 48, ratio: (2, 1.5, 2.5)), row("virakri", 300, ratio: (0.3, 0.2, 0.4), "virakri")]
        + [row(five, 96)], of: [.virakri])
    #expect(others.count == 2 && others[0] == "standard, 5 points is the best, 96.0 pt off", "\(others)")
    #expect(try sentences([row(five, 96)]) == ["standard, 5 points is 96.0 pt off"])
  }

  @Test("recentrings: the smallest error against none; the ideal tracker is no winner")
  func recentrings() throws {
    var (reading, ideal, none) = (
      row("\(five) + reading", 60, ratio: (2.5, 2.2, 2.8)), row("\(five) + ideal tracker", 8, ratio: (12, 11, 13)),
      row(five, 150)
    )
    (reading.recentre, ideal.recentre, none.recentre) = ("reading", "none", "none")
    ideal.preset = "ideal"
    let said = try sentences([reading, ideal, none])
    #expect(
      said == ["recentring reading: 60.0 pt instead of 150 pt (none), 2.5 times better [2.2, 2.8]"],
      "\(said)")
    reading.ratioCI95 = ConfidenceInterval(0.9, 2.8)
    #expect(try sentences([reading, none])[0].hasPrefix("20 people cannot tell recentring "))
    reading.ratioCI95 = nil
    #expect(try sentences([reading, none], people: 1)[0].hasSuffix("1 person is too few for an interval"))
  }

  @Test("rules of the trigger: the largest F1 and its false scrolls against the profile's rule")
  func rules() throws {
    var (confirm, edge) = (row("\(five) + confirm", 151), row(five, 150))
    (confirm.trigger, confirm.f1, confirm.falsePerMinute) = ("confirm", 0.89, 0.11)
    confirm.f1DifferenceCI95 = ConfidenceInterval(-0.5, -0.3)
    (edge.trigger, edge.f1, edge.falsePerMinute) = ("edge", 0.49, 1.9)
    let said = try sentences([confirm, edge])
    #expect(
      said[0]
        == "trigger confirm: F1 0.890 instead of 0.490 (edge), false scrolls 0.110 instead of 1.90 a "
        + "minute",
      "\(said)")
    (confirm.recentre, edge.recentre) = ("reading", "none")
    #expect(try sentences([confirm, edge]).contains { $0.hasPrefix("trigger confirm with recentring reading: F1 ") })
    confirm.f1DifferenceCI95 = ConfidenceInterval(-0.5, 0.1)
    #expect(
      try sentences([confirm, edge]).contains {
        $0.hasPrefix(
          "20 people cannot tell trigger confirm with recentring reading from trigger edge with recentring none: ")
      })
  }
}
