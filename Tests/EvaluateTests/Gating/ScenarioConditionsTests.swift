import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct ScenarioConditionsTests {
  private func run(_ change: (inout Run<GazeRig>) throws -> Void = { _ in }) throws -> Run<GazeRig> {
    var run = try Run.mini([.validation, .stare], seed: 93, participants: 2, duration: 5)
    try change(&run)
    return run
  }

  @Test("FNV-1a's published values")
  func digest() {
    // Hashes of "", "a\0" and "foobar\0" (a closing 0 separates texts) from an independent implementation.
    #expect(ScenarioDigest().text == "cbf29ce484222325")
    var a = ScenarioDigest()
    a.add("a")
    #expect(a.text == "089be207b544f1e4")
    var foobar = ScenarioDigest()
    foobar.add("foobar")
    #expect(foobar.text == "34531ca7168b8f38")
  }

  @Test("the subject of a gate, the number of people and the noise are not part of the conditions")
  func judged() throws {
    let base = ScenarioConditions(try run())
    #expect(base == ScenarioConditions(try run()))
    let others: [(inout Run<GazeRig>) throws -> Void] = [
      { $0.pipeline = GazeRig.article2021 }, { $0.options.smoothing = Smoothing.none },
      { $0.personCalibration = .none },
      { $0.simulation.participants = 50 }, { $0.simulation.noise = 9 },
    ]
    for change in others { #expect(ScenarioConditions(try run(change)).hash == base.hash) }
  }

  @Test(
    "every change of the people changes the hash, and the difference has a name",
    arguments: ["seed", "phone", "duration", "rate", "scenarios", "preset", "settings", "loop", "screen"])
  func differs(name: String) throws {
    let (base, other) = (
      try run { if name == "loop" { $0.scenarios = [.reading] } },
      try run {
        switch name {
        case "seed": $0.simulation.seed += 1
        case "phone": $0.simulation.phone += 1
        case "duration": $0.simulation.duration = 6
        case "rate": $0.simulation.rate = 30
        case "scenarios": $0.scenarios = [.stare]
        case "preset": $0.simulation.preset = .pessimistic
        case "settings": try $0.simulation.set("tracker.driftSD", 1.5)
        case "screen": $0.simulation.device.geometry.camera.x += 0.001
        default:
          $0.scenarios = [.reading]
          $0.loop = .closed
        }
      }
    )
    let (first, second) = (ScenarioConditions(base), ScenarioConditions(other))
    #expect(first.hash != second.hash)
    let differences = first.differences(from: second)
    #expect(differences.count == 1 && differences[0].hasPrefix("\(name) ("), "\(differences)")
    #expect(first.differences(from: first).isEmpty)
  }

  @Test("the same settings with another simulator are another scenario")
  func simulator() throws {
    var fields = ScenarioConditions(try run()).fields
    let now = ScenarioConditions(fields: fields)
    fields["simulator"] = "0000000000000000"
    let differences = ScenarioConditions(fields: fields).differences(from: now)
    #expect(differences == ["simulator (the same settings now give different frames)"])
  }
}
