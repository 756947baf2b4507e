import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct ErrorSplitTests {
  @Test("preset typical is split typical; others differ in the split's constants alone")
  func presets() throws {
    #expect(try ErrorSplit.named("typical").preset() == .typical)
    let keys = Set(try ErrorSplit.named("typical").constants.keys)
    for split in ErrorSplit.fitted {
      let preset = try split.preset()
      for constant in GazeConstant.all {
        let (value, usual) = (constant.value(in: preset.parameters), constant.value(in: GazePreset.typical.parameters))
        if !keys.contains(constant.key) { #expect(value == usual, "\(split.name): \(constant.key)") }
      }
      #expect(preset.parameters == GazePreset.typical.parameters || preset.name != "typical")
    }
  }

  @Test("splits are found by their names, and by share and drift")
  func names() throws {
    for (name, share) in [("person", 0.8), ("typical", 0.5), ("session", 0.2)] {
      let split = try ErrorSplit.named(name)
      #expect(split.share == share && split.drift == 0.8 && split.name == name)
      #expect(try ErrorSplit.named("\(share)") == split && ErrorSplit.named("\(share),0.8") == split)
    }
    for split in ErrorSplit.fitted { #expect(try ErrorSplit.named(split.name) == split) }
    for name in ["", "persn", "0.5,", "0.5,0.8,1", "2", "0.55"] {
      #expect(throws: UnknownNameError.self) { try ErrorSplit.named(name) }
    }
  }

  @Test("a split is in the header and changes no eyes or truth")
  func header() throws {
    var simulation = Simulation(.validation, seed: 5, duration: 5)
    let usual = Array(simulation.frames(participant: 0))
    simulation.preset = try ErrorSplit.named("session").preset()
    #expect(simulation.header.preset == "typical/session")
    let other = Array(simulation.frames(participant: 0))
    #expect(usual.map(\.truth) == other.map(\.truth) && usual != other)
  }
}
