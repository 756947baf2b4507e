import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct RigFitTests {
  private let recordings: DialRecordings

  init() throws { recordings = try DialRecordings() }

  private func fit(_ paths: String...) async throws -> CalibrationFile {
    try await CalibrationRun<DialRig>(try .mini(), .recordings(paths)).file()
  }

  @Test("the fit is notified of each recording's beginning; simulated people are one recording")
  func beginnings() async throws {
    let (a, b, c) = (try recordings.write("a.jsonl"), try recordings.write("b.npy"), try recordings.write("c.csv"))
    #expect(try await fit(a).fit.remarks == ["Recordings begun: 1."])
    #expect(try await fit(a, b, c).fit.remarks == ["Recordings begun: 3."])
    let simulated = CalibrationRun<DialRig>(try .mini(), .simulated(try .mini(.calibration, participants: 4)))
    #expect(try await simulated.file().fit.remarks == ["Recordings begun: 1."])
  }

  @Test("a recording of another view than the first one's is refused with file, key, both values and the remedy")
  func views() async throws {
    let first = try recordings.write("first.jsonl")
    let others: [(key: String, words: String, change: (inout RecordingHeader) -> Void)] = [
      ("constants.scale", "is 2.0; expected 1.0", { $0.constants["scale"] = 2 }),
      ("constants.scale", "is not stated; expected 1.0", { $0.constants = [:] }),
      ("constants.width", "is 90.0; expected not stated", { $0.constants["width"] = 90 }),
      ("points", "is 320.0 x 693.0; expected 375.0 x 812.0", { $0.points = SIMD2(320, 693) }),
      ("orientation", "is landscapeLeft; expected portrait", { $0.orientation = .landscapeLeft }),
    ]
    for (index, other) in others.enumerated() {
      let path = try recordings.write("\(index).jsonl", changing: other.change)
      await #expect {
        try await fit(first, path)
      } throws: {
        "\($0)"
          == "\(path):1: field \"\(other.key)\": \(other.words), as in \(first): a fit covers one view; "
          + "calibrate each view alone"
      }
    }
    // The device's own points need not be stated, and constants that only a simulator knows do not belong to the view.
    let same = try recordings.write("same.jsonl") {
      $0.points = nil
      $0.constants["truth.offset"] = 3
    }
    #expect(try await fit(first, same).fit.parameters.count == 1)
  }

  @Test("data that are insufficient for a fit are named by their files")
  func empty() async throws {
    let (a, b) = (try recordings.write("a.jsonl", .turning), try recordings.write("b.jsonl", .turning))
    await #expect { try await fit(a, b) } throws: { "\($0)" == "\(a), \(b): no targets: give a recording with some" }
  }

  @Test("a view that no trial can use and a profile's unknown setting are refused before the fit")
  func refusals() async throws {
    let broken = try recordings.write("broken.jsonl") { $0.constants["scale"] = 0 }
    await #expect { try await fit(broken) } throws: { "\($0)".hasPrefix("\(broken): field \"constants\": scale = 0") }
    var profile = try DeviceProfile.mini()
    profile.rigs = .dial([("ofset", 1, "1")])
    let run = CalibrationRun<DialRig>(profile, .recordings([try recordings.write("a.jsonl")]))
    await #expect { try await run.file() } throws: { "\($0)".contains("field \"rigs.dial.settings.0.name\"") }
  }
}
