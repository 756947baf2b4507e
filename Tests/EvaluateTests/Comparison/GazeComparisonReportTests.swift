import Documents
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct GazeComparisonReportTests {
  /// A comparison at a recline of 30°.
  private func report(
    _ run: Run<GazeRig>, _ pipelines: [Pipeline<GazeRig>], _ choice: GazeComparison.VariantChoice,
    of variants: StandardVariants = StandardVariants()
  ) async throws -> GazeComparisonReport {
    let comparison = GazeComparison(
      run, reclines: [30], variants: GazeComparison.variants(pipelines, choice, of: variants))
    return GazeComparisonReport(comparison, .init(rows: try await comparison.rows()))
  }

  /// 4 people, 10 s of validation each, seed 21.
  private func report(closed: Bool = false, setting: [String: Double] = [:]) async throws -> GazeComparisonReport {
    var run = try Run.mini(
      closed ? [.reading] : [.validation], participants: 4, duration: 10, setting: setting)
    run.loop = closed ? .closed : .open
    return try await report(run, [.virakri, .gazecapture, .standard], .constants)
  }

  @Test("the remarks state the conditions of these rows")
  func remarks() async throws {
    #expect(try await !report().remarks.joined().contains("turned"))
    let turned = try await report(setting: ["phone.orientation": 1]).remarks.joined(separator: " ")
    #expect(turned.contains("landscapeRight") && turned.contains("only standard and gazecapture"))
    #expect(try await report(closed: true).subject.contains("its own closed loop"))
  }

  @Test("a device with a hostile name harms neither Markdown nor CSV")
  func hostile() async throws {
    var report = try await report()
    report.device = "<script>|\n=1+1"
    report.rows[0].label = "a,\"b\"\r\n| c"
    #expect(!report.markdown.contains("<script>"))
    let header = report.markdown.split(separator: "\n").filter { $0.hasPrefix("| a,") }
    #expect(header.count == 1 && header[0].contains("\\|"))
    // Line ends too: a name is one line, and contains no control characters.
    #expect(report.csv.contains("\"a,\"\"b\"\"\u{FFFD}\u{FFFD}| c\""))
    #expect(!report.csv.contains("\r\n=1+1"))
  }

  // MARK: Variants of standard

  @Test("a row with a smoothing is the evaluation with that smoothing, with lag and jitter, in every format")
  func smoothings() async throws {
    var variants = StandardVariants()
    (variants.smoothings, variants.areAlone) = (try NamedSmoothing.all(["none", "kalman"]), true)
    let report = try await report(.mini(participants: 3, duration: 8), [.standard], .all, of: variants)
    let five = "standard + own 5 points"
    #expect(
      report.rows.map(\.label) == ["standard + hindsight", "\(five) + none", "\(five) + kalman", five])
    #expect(report.reference == five)
    #expect(try #require(report.rows[0].errorPoints) < (try #require(report.rows[3].errorPoints)), "hindsight")
    for row in report.rows.dropFirst() {
      var run = try Run.mini(participants: 3, duration: 8)
      try run.simulation.set("phone.recline", 30)
      run.options.smoothing = try row.smoothing.flatMap { try Smoothing.named($0) }
      let evaluation = try await run.evaluation(jobs: 1)
      #expect(row.errorPoints == evaluation.value(medianError), "\(row.label)")
      let lag = evaluation.value("pointer.latencyMilliseconds")
      expectNear(row.latencyMilliseconds, lag, 1e-9, "\(row.label)")
      let jitter = evaluation.value("pointer.precisionRMSS2SDegrees")
      expectNear(row.jitterDegrees, jitter, 1e-9, "\(row.label)")
    }
    // Without smoothing the pointer lags less and jitters more.
    #expect(report.rows[1].latencyMilliseconds ?? 1e9 < report.rows[2].latencyMilliseconds ?? 0)
    #expect(report.csv.contains(",latencyMilliseconds,jitterDegrees\r\n") && report.csv.contains("\(five) + none"))
    #expect(report.markdown.contains("| lag ms |") && report.html.contains("jitter °"))
    #expect(report.document(short: Invocation(["compare"])).text(width: 80)[0].hasPrefix("smoothing "))
  }

  // MARK: The short form and the picture

  @Test("a ratio is said in the direction that a reader expects")
  func times() throws {
    let interval = try #require(ConfidenceInterval(0.5, 1.1))
    #expect(RatioText(0.8, interval)?.words == "1.25 times worse [0.91, 2.0]")
    #expect(RatioText(2, ConfidenceInterval(1.25, 4))?.words == "2.0 times better [1.25, 4.0]")
    #expect(RatioText(0.04, nil)?.words == "25 times worse")
    #expect(RatioText(nil, nil) == nil && RatioText(0, nil) == nil && RatioText(.nan, nil) == nil)
  }

  @Test("the rows of a comparison are sorted, and hostile names are shown as text")
  func picture() async throws {
    var report = try await report(
      .mini(participants: 3, duration: 6), [.virakri, .article2021, .standard], .published)
    StandAlonePicture.check(report.rangesPicture)
    let errors = report.sorted.map { $0.errorPoints ?? .infinity }
    #expect(errors == errors.sorted() && report.rangesPicture == report.rangesPicture)
    // The page is in the same order and begins with the conclusion.
    let places = report.sorted.map {
      report.html.range(of: HTML.text($0.label) + "</span></span><span><svg")?.lowerBound
    }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(report.html.contains(HTML.prose(report.conclusion)))
    report.rows[0].errorPoints = nil
    #expect(report.sorted.last?.label == report.rows[0].label && report.rangesPicture.contains("not measured"))
    for name in StandAlonePicture.hostile {
      (report.device, report.scenario) = (name, name)
      for index in report.rows.indices { report.rows[index].label = name }
      StandAlonePicture.check(report.rangesPicture)
    }
    for index in report.rows.indices { report.rows[index].errorPoints = nil }
    StandAlonePicture.check(report.rangesPicture)
  }

  @Test("the pipelines of another rig have ranges of its first headline metric")
  func pictureOfAnotherRig() async throws {
    let run = Run<DialRig>(profile: try .mini(), simulation: try .mini(.turning, participants: 3))
    let report = try await Comparison(run, pipelines: DialRig.pipelines, Work(jobs: 1))
    StandAlonePicture.check(report.rangesPicture)
    for row in report.rows { #expect(report.rangesPicture.contains(row.pipeline)) }
  }
}
