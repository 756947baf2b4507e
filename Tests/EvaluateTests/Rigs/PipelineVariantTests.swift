import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct PipelineVariantTests {
  @Test("each row differs from standard in one thing and lies before it, with a label that says in which")
  func rows() throws {
    var variants = StandardVariants()
    #expect(variants.rows(of: [.virakri, .standard]).map(\.label) == ["virakri", "standard"])
    variants.smoothings = try NamedSmoothing.all(["none", "profile", "kalman"])
    variants.calibration = try .fitted(to: .recorded)
    let rows = variants.rows(of: [.virakri, .standard])
    #expect(
      rows.map(\.label) == ["virakri", "standard + none", "standard + kalman", "standard + calibration", "standard"])
    #expect(rows.allSatisfy { $0.smoothing == nil || $0.calibration == nil })
    #expect(rows[1].smoothing?.value == Smoothing.none && rows[4].smoothing == nil)
    #expect(variants.rows(of: [.virakri]).map(\.label) == ["virakri"])
    #expect(variants.rows(of: HeadRig.pipelines).last?.label == "standard")
    #expect { try NamedSmoothing.all(["none", "kalmna"]) } throws: { "\($0)".contains("\"kalman\"") }
  }
}
