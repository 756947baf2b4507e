import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

extension GateStudy {
  func table(jobs: Int) async throws -> StudyTable {
    let r = try await findings(jobs: jobs)
    let wrong = r.borderline.filter { $0.step == 0 }.map(\.wrong).max() ?? 0
    return StudyTable(
      title: [
        """
        \(run.profile.id): \(runs) runs with new people and pages in each, judged after \
        \(looks.people.map(String.init).joined(separator: ", ")) people, seeds from \(run.simulation.seed) on, phones \
        \(phones.map(String.init).joined(separator: ", ")); the truth is the figure of \(run.simulation.participants) \
        other people on the same phone (\(r.failing) of all these excluded, because tracking fails them)
        """,
        "verdicts in % of runs; simulated people are no evidence about a phone",
      ], parts: [borderlinePart(r), versionsPart(r), strangersPart(r)],
      conclusion: """
        of \(runs) gates whose limit is the true value, at most \(wrong) are wrong for each figure (\(share(wrong), 1) \
        %; 5 % are allowed); six at once fail wrongly in \(r.family.fail) (pass \(share(r.family.pass), 1), fail \
        \(share(r.family.fail), 1), inconclusive \(share(r.family.inconclusive), 1) %)
        """)
  }

  /// Columns of verdicts.
  private func verdicts<Row>(
    _ name: String, of runs: Int? = nil, _ counts: @escaping (Row) -> Verdicts
  ) -> [StudyColumn<Row>] {
    [
      .init(name + "pass", 1) { share(counts($0).pass, of: runs) },
      .init(name + "fail", 1) { share(counts($0).fail, of: runs) },
      .init(name + "inconclusive", 1) { share(counts($0).inconclusive, of: runs) },
    ]
  }

  /// Table of single gates.
  private func borderlinePart(_ r: Findings) -> StudyPart {
    let first: [StudyColumn<Borderline>] = [
      .init("figure", \.metric), .init("truth", 3, \.truth), .init("limit %") { "\(signed: 100 * $0.step, 1)" },
    ]
    return StudyPart(
      "one gate, its limit near the true value (limit % below 0: the figure breaks it)", r.borderline,
      first + verdicts("", \.verdicts)
        + [.init("wrong", 1) { share($0.wrong) }, .init("people", 0, \.verdicts.people)])
  }

  /// Table of the comparisons with a baseline.
  private func versionsPart(_ r: Findings) -> StudyPart {
    let first: [StudyColumn<Version>] = [
      .init("difference", \.name), .init("pointer %") { "\(signed: 100 * $0.trueChange, 1)" },
      .init("worst figure %") { "\(signed: 100 * $0.worst.change, 1)" },
      .init("") { $0.worst.change > 0 ? $0.worst.metric : "-" },
    ]
    return StudyPart(
      """
      against a baseline, margin \(percent: Self.margin, 1): all six figures, and the pointer's median; \(compared) runs
      """, r.versions,
      first + verdicts("", of: compared, \.all) + verdicts("pointer: ", of: compared, \.pointer)
        + [.init("people", 0, \.all.people)])
  }

  /// Table of the gates on people from other distributions.
  private func strangersPart(_ r: Findings) -> StudyPart {
    func stranger(_ label: String, _ count: @escaping (OtherPopulationStudy.Row) -> Int) -> StudyColumn<
      OtherPopulationStudy.Row
    > {
      .init(label, 1) { share(count($0), of: strangerRuns) }
    }
    return StudyPart(
      """
      people drawn from other distributions than the simulator's, judged like recordings, limit at the true mean; in % \
      of \(strangerRuns) runs; every verdict is wrong
      """, r.strangers,
      [
        .init("distribution", \.name), .init("people", \.people), stranger("95 % covers", \.covered),
        stranger("pass", \.pass), stranger("fail", \.fail),
      ])
  }

  /// Share of the study's runs, or of `runs`, in percent.
  private func share(_ count: Int, of runs: Int? = nil) -> Double {
    100 * Double(count) / Double(max(runs ?? self.runs, 1))
  }
}
