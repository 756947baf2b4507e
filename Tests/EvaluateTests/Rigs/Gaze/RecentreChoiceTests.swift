import GazePipeline
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct RecentreChoiceTests {
  @Test("each choice uses the evidence of its name, and the middle of the lines read; none recentres nothing")
  func settings() throws {
    #expect(RecentreChoice.none.settings == nil && RecentreChoice.none.constants.isEmpty)
    for choice in RecentreChoice.allCases where choice != .none {
      let settings = try #require(choice.settings)
      #expect(settings.usesDots == (choice == .dot) && settings.usesTaps == (choice == .tap15))
      #expect(settings.reading == (choice == .reading ? .lines : .middle))
      #expect(choice.constants["task.appStates"] == 1)
    }
    #expect(RecentreChoice.allCases.map(\.rawValue) == ["none", "dot", "tap15", "x", "reading"])
  }

  @Test("the simulation has every constant of every choice")
  func constants() throws {
    var simulation = try Run.mini([.reading]).simulation
    for choice in RecentreChoice.allCases {
      for (key, value) in choice.constants { try simulation.set(key, value) }
    }
    #expect(RecentreChoice.tap15.constants["task.tapInterval"] == 15)
    #expect(RecentreChoice.dot.constants["task.dotAtStart"] == 1)
  }
}
