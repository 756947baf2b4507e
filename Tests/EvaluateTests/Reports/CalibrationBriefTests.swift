import Foundation
import GazeRecording
import Testing

@testable import Evaluate

@Suite struct CalibrationBriefTests {
  @Test("parameters are words without their units")
  func words() {
    #expect(CalibrationBrief.words("cameraY") == "camera below the top")
    #expect(CalibrationBrief.words("mountingPitchDegrees") == "mounting pitch")
    #expect(CalibrationBrief.words("yawDriftDegreesPerMinute") == "yaw drift")
    #expect(CalibrationBrief.words("latencyMilliseconds") == "latency")
    #expect(CalibrationBrief.words("imageToView.tx") == "image to view tx")
    #expect(CalibrationBrief.words("degreesPerScreenX") == "degrees per screen x")
  }

  @Test("every state of a parameter has words and a line")
  func states() {
    #expect(CalibrationBrief.State.allCases.map(\.rawValue).allSatisfy { !$0.isEmpty })
  }
}
