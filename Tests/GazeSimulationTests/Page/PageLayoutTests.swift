import GazePipeline
import GazeRecording
import Testing

@testable import GazeSimulation

@Suite struct PageLayoutTests {
  @Test(
    "lines within a paragraph are one pitch apart, and paragraphs more", arguments: [GazeScenario.reading, .recipe])
  func paragraphs(scenario: GazeScenario) throws {
    let layout = try #require(Simulation(device: mini, scenario: scenario).pageLayout)
    #expect(layout.lines.last?.endsParagraph == true)
    for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect((next.y - line.y > 1.5 * layout.linePitch) == line.endsParagraph)
    }
  }

  @Test("the boxes cover the lines' characters, one pitch high, and a header takes them")
  func boxes() throws {
    let simulation = try Simulation(device: mini, scenario: .reading).setting(["task.pageScreens": 1000])
    let layout = try #require(simulation.pageLayout)
    let boxes = simulation.lineBoxes
    #expect(boxes.count == 10_000 && layout.lines.count > 10_000)
    for (line, box) in zip(layout.lines, boxes) {
      #expect(box.x == layout.margin && abs(box.y + box.height / 2 - line.y) < 1e-9)
      #expect(box.width == Double(line.characters) * layout.characterWidth && box.height == layout.linePitch)
      #expect(box.x + box.width <= 375)
    }
    #expect(Simulation(device: mini, scenario: .stare).lineBoxes.isEmpty)
  }

  @Test(
    "the app states page and lines if asked to, and with taps or a dot; otherwise neither",
    arguments: [("task.appStates", 1.0), ("task.tapInterval", 15), ("task.dotAtStart", 1)],
    [GazeScenario.reading, .recipe])
  func states(setting: (String, Double), scenario: GazeScenario) throws {
    let silent = Simulation(device: mini, scenario: scenario, seed: 71, duration: 60)
    let telling = try silent.setting([setting.0: setting.1])
    #expect(silent.stated.lines.isEmpty && silent.header.lines.isEmpty)
    #expect(telling.stated.lines == telling.lineBoxes && telling.header.lines == telling.lineBoxes)
    #expect(!telling.lineBoxes.isEmpty && telling.lineBoxes == silent.lineBoxes)
    for frame in silent.frames(participant: 0) { #expect(frame.observation.app.page == nil) }
    var moved = false
    for frame in telling.frames(participant: 0) {
      #expect(frame.observation.app.page != nil && frame.observation.app.page == frame.truth?.page)
      if frame.truth?.page != 0 { moved = true }
    }
    #expect(moved || scenario == .recipe)
    // A scenario without text has nothing to state.
    var stare = try telling.setting([:])
    stare.scenario = .stare
    #expect(stare.stated.lines.isEmpty && stare.frames(participant: 0).allSatisfy { $0.observation.app.page == nil })
  }
}
