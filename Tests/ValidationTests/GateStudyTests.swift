import GazeMetrics
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import StudySupport
@testable import Validation

struct GateStudyTests {
  @Test(
    "60 runs with new people: borderline gates are rarely wrong, a tenth worse is caught, redrawn noise is not flagged",
    .slow("60 s: 60 runs of 40 people, 2 populations of 200"))
  func study() async throws {
    // Ten seconds of each scenario, seed 96. An error rate of 5 % means 3 wrong verdicts in 60 runs; 8 are four
    // standard errors more.
    let run = try Run<GazeRig>.mini(GazeRig.facts.scenarios, seed: 96, participants: 200, duration: 10)
    let report = try await GateStudy(run, runs: 60).findings(jobs: 2)
    // Each default limit of a phone, at the seven distances from the truth in `GateStudy.steps`.
    #expect(report.borderline.count == 42)
    for row in report.borderline {
      #expect(row.wrong <= 8, "\(row)")
      #expect(row.verdicts.pass + row.verdicts.fail + row.verdicts.inconclusive == 60)
    }
    // With a limit far from the true value some runs must have a verdict; otherwise a gate that never decides would
    // pass this test.
    let easy = report.borderline.filter { $0.metric == "pointer.errorDegrees.median" && abs($0.step) >= 0.1 }
    #expect(easy.reduce(0) { $0 + $1.verdicts.pass + $1.verdicts.fail } > 5, "\(easy)")
    #expect(report.family.fail <= 6)
    func version(_ name: String) throws -> GateStudy.Version {
      try #require(report.versions.first { $0.name.hasPrefix(name) })
    }
    #expect(try version("nothing").all.pass == 60)
    let tenth = try version("every pointer error x 1.10")
    #expect(abs(tenth.trueChange - 0.1) < 1e-9 && tenth.all.fail == 60 && tenth.pointer.fail == 60)
    #expect(try version("tracker's noise drawn again").all.fail <= 6)
    #expect(try version("mean of 30 frames").all.fail == 60)
  }
}
