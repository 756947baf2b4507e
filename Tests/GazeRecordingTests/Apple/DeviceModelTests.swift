import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct DeviceModelTests {
  @Test("the model is `uname -m`, or what Apple's simulator stands for")
  func identifier() throws {
    let printed = try Program.run(["uname", "-m"]).text
    let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
    #expect(DeviceModel.identifier == simulated ?? printed.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
