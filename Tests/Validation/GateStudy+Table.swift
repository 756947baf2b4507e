import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

extension GateStudy {
  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let people = run.simulation.participants
    let wrong = r.borderline.filter { $0.step == 0 }.map(\.wrong)
    return StudyTable(
      title: [
        """
        \(run.profile.id): \(runs) runs with new people and pages in each, judged after \
        \(looks.people.map(String.init).joined(separator: ", ")) people, seeds from \(run.simulation.seed) on, phones \
        \(phones.map(String.init).joined(separator: ", ")); the truth is the figure of \(people) other people on the \
        same phone (\(r.failing) of all these excluded, because tracking fails them)
        """,
        "verdicts in % of runs; simulated people are no evidence about a phone",
      ], parts: [borderlinePart(r), versionsPart(r), strangersPart(r)],
      conclusion:
        """
        of \(NumberText.count(runs, "gate")) whose limit is the true value, at most \(wrong.max() ?? 0) are wrong for \
        each figure (\(NumberText.fixed(share(wrong.max() ?? 0), 1)) %; 5 % are allowed); six at once fail wrongly in \
        \(r.family.fail) (\(NumberText.fixed(share(r.family.fail), 1)) %)
        """)
  }

  /// Table of single gates, with a note on all of them at once.
  private func borderlinePart(_ r: Findings) -> StudyPart {
    let columns: [StudyColumn<Borderline>] = [
      .init("figure", \.metric), .init("truth", 3, \.truth), .init("limit %") { percent($0.step) },
      .init("pass", 1) { share($0.verdicts.pass) }, .init("fail", 1) { share($0.verdicts.fail) },
      .init("inconclusive", 1) { share($0.verdicts.inconclusive) }, .init("wrong", 1) { share($0.wrong) },
      .init("people", 0, \.people),
    ]
    func words(_ count: Int) -> String { NumberText.fixed(share(count), 1) }
    return StudyPart(
      "one gate, its limit near the true value (limit % below 0: the figure breaks it)", r.borderline, columns,
      notes: [
        """
        six gates at once, each with its limit exactly at its true value: pass \(words(r.family.pass)), fail (wrong) \
        \(words(r.family.fail)), inconclusive \(words(r.family.inconclusive))
        """
      ])
  }

  /// Table of the comparisons with a baseline.
  private func versionsPart(_ r: Findings) -> StudyPart {
    let columns: [StudyColumn<Version>] = [
      .init("difference", \.name), .init("pointer %") { percent($0.trueChange) },
      .init("worst figure %") { percent($0.worst) }, .init("") { $0.worst > 0 ? $0.worstMetric : "-" },
      .init("fail", 1) { share($0.all.fail, of: compared) }, .init("pass", 1) { share($0.all.pass, of: compared) },
      .init("inconclusive", 1) { share($0.all.inconclusive, of: compared) },
      .init("pointer: fail", 1) { share($0.pointer.fail, of: compared) },
      .init("pass", 1) { share($0.pointer.pass, of: compared) }, .init("people", 0, \.people),
    ]
    return StudyPart(
      """
      against a baseline, margin \(NumberText.fixed(100 * margin, 1)) %: all six figures, and the pointer's median; \
      \(NumberText.count(compared, "run"))
      """, r.versions, columns)
  }

  /// Table of the gates on people from other distributions.
  private func strangersPart(_ r: Findings) -> StudyPart {
    func stranger(_ label: String, _ count: @escaping (StrangerStudy.Row) -> Int) -> StudyColumn<StrangerStudy.Row> {
      .init(label, 1) { share(count($0), of: strangerRuns) }
    }
    return StudyPart(
      """
      people drawn from other distributions than the simulator's, judged like recordings, limit at the true mean; in % \
      of \(NumberText.count(strangerRuns, "run"))
      """, r.strangers,
      [
        .init("distribution", \.name), .init("people", count: \.people), stranger("95 % covers", \.covered),
        stranger("pass", \.pass), stranger("fail", \.fail), stranger("wrong verdicts") { $0.pass + $0.fail },
      ])
  }

  /// Change in percent, with its sign.
  private func percent(_ value: Double) -> String {
    (value > 0 ? "+" : "") + NumberText.fixed(value == 0 ? 0 : 100 * value, 1)
  }

  /// Share of the study's runs, or of `runs`, in percent.
  private func share(_ count: Int, of runs: Int? = nil) -> Double {
    100 * Double(count) / Double(max(runs ?? self.runs, 1))
  }
}
