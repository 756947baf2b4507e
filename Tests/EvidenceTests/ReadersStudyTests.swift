import Foundation
import GazeImport
import GazeMetrics
import GazePipeline
import GazeRecording
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ReadersStudyTests {
  private func study(_ trials: Int = 6) -> ReadersStudy {
    var study = ReadersStudy(
      (0..<trials).map { PlainReader.trial("t\($0)", group: $0 % 2 == 0 ? "adult" : "child", seed: UInt64($0)) },
      PlainReader.passages)
    study.draws = 2
    return study
  }

  @Test("people who read once are judged in takes of both starts, and the full pass finds their lines")
  func results() async throws {
    let results = try await study().results(StudyRunner(jobs: 2))
    #expect(results.map(\.name) == (0..<6).map { "t\($0)" } && results.allSatisfy { $0.takes.count == 4 })
    #expect(results[0].takes.map(\.start) == [.first, .random, .first, .random])
    let row = ReadersStudy.row("all", results, ReadersStudy.resamples(1))
    #expect(row.trials == 6 && row.fixations > 100 && row.rightCI95 != nil)
    let passes = ReadersStudy.passRows(results, ReadersStudy.resamples(1))
    let means = try passes.map { try #require($0.mean) }
    #expect(means[2] > 0.97 && means[5] > 0.9 && means[3] < 0.6, "\(means)")
  }

  @Test("the result does not depend on the number of jobs, nor on the other trials")
  func jobs() async throws {
    let (one, two) = (
      try await study(3).run(StudyRunner(jobs: 1)), try await study(3).run(StudyRunner(jobs: 2))
    )
    #expect(one.lines == two.lines)
    let (few, more) = (
      try await study(1).results(StudyRunner(jobs: 1)), try await study(3).results(StudyRunner(jobs: 1))
    )
    #expect(few[0].takes == more[0].takes && few[0].replayed == more[0].replayed)
  }

  @Test("the table says what was tuned, names each bar, and cites the data")
  func table() async throws {
    let table = try await study().run(StudyRunner(jobs: 2))
    let text = table.lines.joined(separator: "\n")
    for part in [
      "passages used for tuning: none; others: A1", ">= 0.85", ">= 0.95", ">= 0.50", "full pass (warp ", "adult",
      "child", "CC BY 4.0", "10.3758/s13428-021-01554-0", "0.9 to 1.0", "t5, A1", "with the tracker's errors",
    ] { #expect(text.contains(part), "\(part)") }
    let conclusion = try #require(table.conclusion)
    #expect(conclusion.contains("met: ") && conclusion.contains("full pass"), "\(conclusion)")
  }

  @Test("the interval decides on a bar, or leaves it undecided")
  func verdicts() {
    func verdict(_ lower: Double, _ upper: Double) -> ReadersStudy.Verdict {
      .init(ConfidenceInterval(lower, upper), bar: 0.85)
    }
    #expect(verdict(0.85, 0.9) == .met && verdict(0.8, 0.8499) == .missed)
    #expect(verdict(0.8499, 0.9) == .undecided && verdict(0.7, 0.85) == .undecided)
    #expect(ReadersStudy.Verdict(nil, bar: 0.85) == .undecided)
  }

  @Test("passages are chosen by name or by how it begins")
  func choose() throws {
    var study = study()
    try study.choose(["A"])
    #expect(study.trials.count == 6)
    #expect(throws: UnknownNameError.self) { try study.choose(["A1", "B"]) }
    #expect(ReadersStudy.isTuned("3B") && !ReadersStudy.isTuned("4A") && !ReadersStudy.isTuned(""))
  }

  @Test("a folder is read, and a missing file is named")
  func folder() throws {
    let scratch = try ScratchFolder()
    let error = try #require(throws: FileError.self) { try ReadersStudy(folder: scratch.path) }
    #expect("\(error)".contains("passages.json"), "\(error)")
    try scratch.write(
      #"{"A1":{"x_px":0,"first_line_y_px":50,"line_pitch_px":60,"character_px":10,"lines":["one two"]}}"#,
      to: "passages.json")
    try scratch.write("trial,passage,start_ms,end_ms,x_px,y_px,line\nt,A1,0,200,20,50,1\n", to: "fixations.csv")
    #expect(try ReadersStudy(folder: scratch.path + "/").trials.count == 1)
  }
}
