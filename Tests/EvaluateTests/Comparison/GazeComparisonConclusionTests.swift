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
      try Run.mini(participants: people), reclines: [30],
      variants: GazeComparison.variants(pipelines + [.standard]))
    var report = GazeComparisonReport(comparison, .init(rows: rows))
    report.reference = try #require(rows.last?.label)
    return GazeComparisonConclusion(report).sentences.map { $0.replacing("\u{A0}", with: " ") }
  }

  private let five = "standard + own 5 points"

  /// A row without an interval.
  private func few(_ row: GazeComparison.Row) -> GazeComparison.Row {
    var row = row
    row.ratioCI95 = nil
    return row
  }

  @Test("the reader's own pointer comes first, then the ranking; without an interval no row is called the best")
  func ranking() throws {
    let recorded = try GazeRig.pipeline(named: "recorded")
    let (last, published) = (row("standard", 96), row("virakri", 90, ratio: (0.8, 1, 1), "virakri"))
    func own(_ error: Double, _ ratio: (Double, Double, Double)) -> GazeComparison.Row {
      row("recorded", error, ratio: ratio, "recorded")
    }
    // The error has the opposite order of the paired ratio.
    var behind = published
    behind.errorPoints = 120
    let cases: [(row: GazeComparison.Row, pipeline: Pipeline<GazeRig>, people: Int, first: [String])] = [
      (
        own(120, (0.8, 0.7, 0.9)), recorded, 20,
        [
          "recorded is 120 pt off: 1.25 times worse [1.11, 1.43] than standard", "standard is the best, 96.0 pt off",
        ]
      ),
      (
        own(100, (0.96, 0.7, 1.2)), recorded, 20,
        ["recorded is 100 pt off; 20 people cannot tell it from standard, 96.0 pt"]
      ),
      (
        few(own(100, (0.96, 1, 1))), recorded, 1,
        ["recorded is 100 pt off, standard 96.0 pt; 1 person is too few for an interval"]
      ),
      (
        few(published), .virakri, 6,
        ["6 people are too few to say which is best: 90.0 pt for virakri, 96.0 pt for standard"]
      ),
      (
        few(behind), .virakri, 1,
        ["1 person is too few to say which is best: 96.0 pt for standard, 120 pt for virakri"]
      ),
    ]
    for (row, pipeline, people, first) in cases {
      #expect(try sentences([row, last], of: [pipeline], people: people).starts(with: first))
    }
  }

  @Test("a calibration is compared with none, smoothings with the profile's, hindsight with what a session could bring")
  func variants() throws {
    func smoothed(_ name: String, _ error: Double) -> GazeComparison.Row {
      row("\(five) + \(name)", error, smoothing: name)
    }
    let hindsight = row("standard + hindsight", 48, ratio: (2, 1.5, 2.5))
    let cases: [(rows: [GazeComparison.Row], others: [Pipeline<GazeRig>], sentence: String)] = [
      (
        [row("\(five) + calibration", 80, ratio: (1.2, 1.1, 1.3), calibration: "recorded")], [],
        "with the calibration standard is 80.0 pt off: 1.20 times better [1.10, 1.30] than without"
      ),
      (
        [smoothed("none", 98), smoothed("kalman", 95)], [],
        "smoothing changes the error by at most 2.1 %: kalman 95.0 pt, none 98.0 pt"
      ),
      ([smoothed("none", 150)], [], "smoothing matters: the profile's 96.0 pt, none 150 pt"),
      ([hindsight], [], "standard recalibrated in the session: 48.0 pt at best, 2.0 times better [1.50, 2.5]"),
      ([], [], "standard, 5 points is 96.0 pt off"),
      // Hindsight never wins the ranking.
      (
        [hindsight, row("virakri", 300, ratio: (0.3, 0.2, 0.4), "virakri")], [.virakri],
        "standard, 5 points is the best, 96.0 pt off"
      ),
    ]
    for (rows, others, sentence) in cases {
      #expect(try sentences(rows + [row(five, 96)], of: others)[0] == sentence)
    }
  }

  @Test("recentrings: the smallest error against none; the ideal tracker is no winner")
  func recentrings() throws {
    var (reading, ideal, none) = (
      row("\(five) + reading", 60, ratio: (2.5, 2.2, 2.8)), row("\(five) + ideal tracker", 8, ratio: (12, 11, 13)),
      row(five, 150)
    )
    (reading.recentre, ideal.recentre, none.recentre) = ("reading", "none", "none")
    ideal.preset = "ideal"
    #expect(
      try sentences([reading, ideal, none])
        == ["recentring reading: 60.0 pt instead of 150 pt (none), 2.5 times better [2.2, 2.8]"])
    #expect(try sentences([few(reading), none], people: 1)[0].hasSuffix("1 person is too few for an interval"))
    reading.ratioCI95 = ConfidenceInterval(0.9, 2.8)
    #expect(try sentences([reading, none])[0].hasPrefix("20 people cannot tell recentring "))
  }

  @Test("rules of the trigger: the largest F1 and its false scrolls against the profile's rule")
  func rules() throws {
    var (confirm, edge) = (row("\(five) + confirm", 151), row(five, 150))
    (confirm.trigger, confirm.f1, confirm.falsePerMinute) = ("confirm", 0.89, 0.11)
    confirm.f1DifferenceCI95 = ConfidenceInterval(-0.5, -0.3)
    (edge.trigger, edge.f1, edge.falsePerMinute) = ("edge", 0.49, 1.9)
    func hasSentence(_ beginning: String) throws -> Bool {
      try sentences([confirm, edge]).contains { $0.hasPrefix(beginning) }
    }
    #expect(
      try sentences([confirm, edge])[0]
        == "trigger confirm: F1 0.890 instead of 0.490 (edge), false scrolls 0.110 instead of 1.90 a minute")
    (confirm.recentre, edge.recentre) = ("reading", "none")
    #expect(try hasSentence("trigger confirm with recentring reading: F1 "))
    confirm.f1DifferenceCI95 = ConfidenceInterval(-0.5, 0.1)
    #expect(
      try hasSentence(
        "20 people cannot tell trigger confirm with recentring reading from trigger edge with recentring none: "))
  }
}
