import CalibrationSupport
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct PersonCharacterTests {
  private func rows(_ observations: [RecordedFrame.Observation]) -> [Characteristic] {
    var character = PersonCharacter(screen: SyntheticSession.nominal, cameraSigma: SIMD2(0.002, 0.002))
    for observation in observations { character.step(observation) }
    return character.finish()
  }

  @Test("the rows have the same names in the same order for every take")
  func names() {
    let plain = rows(TakeBuilder(seconds: 60).observations)
    let names = plain.map(\.name)
    #expect(Set(names).count == names.count && names.first == "rate" && names.contains("gainV"))
    #expect(rows([]).map(\.name) == names)
    var random = TakeBuilder(seconds: 30)
    random.target = { SIMD2(100 + 100 * ($0 / 2).rounded(.down).truncatingRemainder(dividingBy: 3), 300) }
    #expect(rows(random.observations).map(\.name) == names)
  }

  @Test("without targets noise is an upper bound, and rows that need targets say so")
  func withoutTargets() {
    let rows = rows(TakeBuilder(seconds: 60).observations)
    #expect(rows["noiseSD"].isUpperBound && rows["noiseSD"].value != nil)
    #expect(rows["noiseSD"].note?.contains("no targets") == true)
    for name in ["noiseTime", "whiteSD", "driftSD", "gainH", "biasYaw"] {
      #expect(
        rows[name].value == nil && rows[name].ci95 == nil && rows[name].note?.contains("targets") == true, "\(name)")
    }
  }

  @Test("a take of nonsense gives rows without invalid numbers")
  func hostile() {
    let nan = TransformMatrix.unknown
    var frames: [RecordedFrame.Observation] = []
    for i in 0..<2000 {
      let time = i < 500 ? .nan : i < 1000 ? 1e300 * Double(i % 2) : Double(i % 3)
      let frame = FaceFrame(
        time: time, isTracked: i % 5 > 0, face: i % 7 == 0 ? nan : .identity, leftEye: i % 11 == 0 ? nan : .identity,
        rightEye: .identity, blink: SIMD2(Float(i), .nan))
      frames.append(
        RecordedFrame.Observation(frame: frame, target: i % 2 == 0 ? SIMD2(.infinity, 0) : SIMD2(1e30, 1e30)))
    }
    for row in rows(frames) {
      #expect(row.value?.isFinite ?? true)
      #expect(row.ci95 == nil || row.value != nil)
    }
  }
}
