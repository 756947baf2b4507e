import Documents
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection

@Suite struct PointerCheckTests {
  /// The doctor's report on a person who looks at targets, with a pointer made from that of the pipeline `standard`.
  private func report(
    _ scenario: GazeScenario = .validation, _ change: (SIMD2<Double>) -> SIMD2<Double>? = { $0 }
  ) throws -> DoctorReport {
    let run = try Run.mini([scenario], participants: 1, duration: 40)
    var pipeline = run.personalPipeline(0)
    var doctor = Doctor(header: run.simulation.stated, path: "a.jsonl", profile: run.profile)
    for frame in run.simulation.frames(participant: 0) {
      var observation = frame.observation
      observation.app.pointer = pipeline.step(observation.frame).pointer.flatMap(change)
      doctor.add(observation)
    }
    return doctor.report()
  }

  private func check(_ report: DoctorReport) -> DoctorReport.Check? { report.checked.first { $0.what == "pointer" } }

  @Test("a pointer that follows the targets is no fault, and its numbers are stated")
  func right() throws {
    let report = try report()
    #expect(!report.named.contains(.pointer))
    let found = try #require(check(report))
    #expect(found.sentence.contains("follows the targets"))
    #expect(found.evidence.map(\.name).contains("points along y for one of the target"))
  }

  @Test("a mirrored pointer, one that is upside down, one in pixels and one in shares are faults that name the axis")
  func faults() throws {
    let size = try DeviceProfile.mini().geometry.points
    let cases: [(String, (SIMD2<Double>) -> SIMD2<Double>?)] = [
      ("x is mirrored", { SIMD2(size.x - $0.x, $0.y) }), ("y is upside down", { SIMD2($0.x, size.y - $0.y) }),
      ("along x it moves", { $0 * 3 }), ("along y it moves", { $0 / size }),
      ("along x it does not move with the target, and along y it does not", { _ in size / 2 }),
      ("along x it does not move with the target", { SIMD2($0.y / size.y * size.x, $0.x / size.x * size.y) }),
    ]
    for (part, change) in cases {
      let finding = try #require(try report(.validation, change).findings.first { $0.fault == .pointer })
      #expect(finding.sentence.contains(part))
    }
  }

  @Test("without a pointer nothing is said, and without targets only how many frames have one")
  func little() throws {
    #expect(check(try report { _ in nil }) == nil)
    #expect(try #require(check(report(.reading))).sentence.contains("fewer than 5 targets"))
  }
}
