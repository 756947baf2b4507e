import GazePipeline
import GazeRecording
import Testing

@testable import Evaluate

@Suite struct OffsetsPictureTests {
  private func file(_ offsets: [[Double]]) -> CalibrationFile {
    let people = offsets.enumerated().map {
      CalibrationFile.Person(participant: $0, gazeOffset: $1, gain: [1, 1])
    }
    let parameters = offsets.indices.map {
      CalibrationFile.Parameter(
        name: "gazeOffsetH", participant: $0, unit: "deg", value: offsets[$0].first ?? 0, ci95: [-1, 4.5],
        identified: true)
    }
    let geometry = CalibrationFile.Geometry(screenWidth: 0.06, screenHeight: 0.12, cameraX: 0.03, cameraY: 0)
    let gaze = CalibrationFile.Gaze(
      geometry: geometry, people: people, smoothing: CalibrationFile.SmoothingChoice(.none),
      trigger: .standard)
    return CalibrationFile(
      device: "d", provenance: .simulated, fittedTo: "3 <people>",
      fit: CalibrationFile.Fit(
        parameters: parameters, condition: nil, stop: "s", residualRMS: 0, residualUnit: nil), gaze: gaze)
  }

  @Test("each person has a mark, words and the number of the JSON")
  func people() throws {
    let picture = try #require(OffsetsPicture.text(file([[1, -2.25], [-0.5, 0]]), device: "a & b"))
    StandAlonePicture.check(picture)
    #expect(picture.contains("Participant 0: 1.00° right [-1.00, 4.50], 2.25° down."))
    #expect(picture.contains("Participant 1: 0.500° left [-1.00, 4.50], 0° up."))
    #expect(picture.contains("a &amp; b, fitted to 3 &lt;people&gt;."))
  }

  @Test("nobody, an offset that is not finite, and sixty people are drawn, too")
  func extremes() throws {
    for offsets in [[], [[.nan, 1]], [[0, 0]], (0..<70).map { [Double($0), -1e9] }] {
      StandAlonePicture.check(try #require(OffsetsPicture.text(file(offsets), device: "d")))
    }
    #expect(try #require(OffsetsPicture.text(file([[.nan, 1]]), device: "d")).contains("No person has an offset"))
    // Another rig's calibration has no offsets.
    var other = file([[1, 1]])
    other.gaze = nil
    #expect(OffsetsPicture.text(other, device: "d") == nil)
  }
}
