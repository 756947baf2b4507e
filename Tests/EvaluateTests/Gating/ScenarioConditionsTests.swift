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
    for (word, hash) in [("a", "089be207b544f1e4"), ("foobar", "34531ca7168b8f38")] {
      var digest = ScenarioDigest()
      digest.add(word)
      #expect(digest.text == hash)
    }
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

  @Test("every change of the people changes the hash, and the difference has a name")
  func differs() throws {
    let changes: [(name: String, change: (inout Run<GazeRig>) throws -> Void)] = [
      ("seed", { $0.simulation.seed += 1 }), ("phone", { $0.simulation.phone += 1 }),
      ("duration", { $0.simulation.duration = 6 }), ("rate", { $0.simulation.rate = 30 }),
      ("scenarios", { $0.scenarios = [.stare] }), ("preset", { $0.simulation.preset = .pessimistic }),
      ("settings", { try $0.simulation.set("tracker.driftSD", 1.5) }), ("loop", { $0.loop = .closed }),
      ("screen", { $0.simulation.device.geometry.camera.x += 0.001 }),
    ]
    for (name, change) in changes {
      let base = try run { if name == "loop" { $0.scenarios = [.reading] } }
      var other = base
      try change(&other)
      let (first, second) = (ScenarioConditions(base), ScenarioConditions(other))
      #expect(first.hash != second.hash && first.differences(from: first).isEmpty)
      let differences = first.differences(from: second)
      #expect(differences.count == 1 && differences[0].hasPrefix("\(name) ("), "\(differences)")
    }
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
