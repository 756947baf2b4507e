import Foundation
import GazeRecording
import Testing

@Suite struct DeviceModelTests {
  @Test("it is what `uname -m` prints, or the model that Apple's simulator stands for")
  func identifier() throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["uname", "-m"]
    process.standardOutput = pipe
    try process.run()
    let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
    #expect(DeviceModel.identifier == simulated ?? printed.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
