import Foundation
import GazeRecording
import TestSupport
import Testing

@Suite struct DeviceModelTests {
  @Test("it is what `uname -m` prints, or the model that Apple's simulator stands for")
  func identifier() throws {
    let printed = try Program.run(["uname", "-m"]).text
    let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
    #expect(DeviceModel.identifier == simulated ?? printed.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
