import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct SavedCalibrationTests {
  private let person = PersonCalibration(
    gazeOffset: Kappa(towardsX: 0.05, up: -0.02), gain: SIMD2(0.9, 1.1))

  @Test("offset and gain come back from JSON, and a later session trusts the offset less")
  func roundTrip() throws {
    let profile = try usualProfile()
    let data = try JSONEncoder().encode(SavedCalibration(person, device: profile.id))
    #expect(data.count < 200)
    let saved = try JSONDecoder().decode(SavedCalibration.self, from: data)
    let later = try saved.calibration(for: profile)
    expectNear(later.gazeOffset.towardsX, 0.05, 1e-12)
    expectNear(later.gazeOffset.up, -0.02, 1e-12)
    #expect(later.gain == SIMD2(0.9, 1.1) && later.trust == .assumed)
    #expect(try saved.calibration(for: profile, trust: .full).trust == .full)
    #expect(throws: DevicePipeline.Failure.otherDevice(found: "y", expected: profile.id)) {
      try SavedCalibration(person, device: "y").calibration(for: profile)
    }
  }

  @Test(
    "a damaged file is refused",
    arguments: [
      #"{"device":"x","gazeOffsetDegrees":[91,0],"gain":[1,1]}"#,
      #"{"device":"x","gazeOffsetDegrees":[1,0],"gain":[0,1]}"#,
      #"{"device":"x","gazeOffsetDegrees":[1,0],"gain":[1,-1]}"#,
      #"{"device":"x","gazeOffsetDegrees":[1],"gain":[1,1]}"#,
      #"{"device":"x","gazeOffsetDegrees":[1,1e400],"gain":[1,1]}"#, #"{"gazeOffsetDegrees":[1,0],"gain":[1,1]}"#, "",
    ])
  func damaged(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(SavedCalibration.self, from: Data(json.utf8)) }
  }
}
