import Foundation
import GazeRecording
import TestSupport
import Testing

@Suite struct DeviceModelTests {
  @Test("the model is the output of `uname -m`, or the model that Apple's simulator stands for")
  func identifier() throws {
    let printed = try Program.run(["uname", "-m"]).text
    let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
    #expect(DeviceModel.identifier == simulated ?? printed.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
