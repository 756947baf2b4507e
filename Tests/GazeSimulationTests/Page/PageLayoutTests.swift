import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct PageLayoutTests {
  @Test(
    "lines within a paragraph are one pitch apart, and paragraphs more", arguments: [GazeScenario.reading, .recipe])
  func paragraphs(scenario: GazeScenario) throws {
    let layout = try #require(Simulation(scenario).pageLayout(of: 0))
    #expect(layout.lines.last?.endsParagraph == true)
    for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect((next.y - line.y > 1.5 * layout.linePitch) == line.endsParagraph)
    }
  }

  @Test("columns are side by side in turn; items are by pictures; headings short")
  func layouts() throws {
    func layout(_ number: Double) throws -> PageLayout {
      try #require(try Simulation(.reading).setting(["task.layout": number]).pageLayout(of: 1))
    }
    let columns = try layout(1)
    let lefts = Set(columns.lines.map(\.x))
    #expect(lefts.count == 2)
    for (line, next) in zip(columns.lines, columns.lines.dropFirst()) where next.x == line.x {
      #expect(next.y > line.y)
    }
    // No box overlaps another one.
    let boxes = columns.lineBoxes.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    for (one, other) in zip(boxes, boxes.dropFirst()) where other.y < one.y + one.height - 1e-9 {
      #expect(other.x >= one.x + one.width)
    }
    let list = try layout(2)
    #expect(list.pictures.count == list.lines.count { $0.endsParagraph } && list.lines.allSatisfy { $0.x > 80 })
    let headings = try layout(3)
    for number in 1...3 {
      for line in try layout(Double(number)).lineBoxes { #expect(line.x >= 20 && line.x + line.width <= 375) }
    }
    #expect(headings.lines.count { $0.endsParagraph } * 4 >= headings.lines.count)
  }

  @Test("the boxes cover the lines' characters, one pitch high, and a header takes them")
  func boxes() throws {
    let simulation = try Simulation(.reading).setting(["task.pageScreens": 1000])
    let layout = try #require(simulation.pageLayout(of: 3))
    let boxes = simulation.lineBoxes(of: 3)
    #expect(boxes.count == 10_000 && layout.lines.count > 10_000)
    for (line, box) in zip(layout.lines, boxes) {
      #expect(box.x == layout.margin)
      expectNear(box.y + box.height / 2, line.y, 1e-9)
      #expect(box.width == Double(line.characters) * layout.characterWidth && box.height == layout.linePitch)
      #expect(box.x + box.width <= 375)
    }
    #expect(Simulation(.stare).lineBoxes(of: 0).isEmpty)
  }

  @Test(
    "the app states page and lines if asked, with taps or a dot",
    arguments: [("task.appStates", 1.0), ("task.tapInterval", 15), ("task.dotAtStart", 1)],
    [GazeScenario.reading, .recipe])
  func states(setting: (String, Double), scenario: GazeScenario) throws {
    let silent = Simulation(scenario, seed: 71, duration: 60)
    let telling = try silent.setting([setting.0: setting.1])
    let boxes = telling.lineBoxes(of: 0)
    #expect(silent.stated(for: 0).lines.isEmpty && silent.header.lines.isEmpty)
    #expect(telling.stated(for: 0).lines == boxes && telling.header.lines == boxes)
    #expect(!boxes.isEmpty && boxes == silent.lineBoxes(of: 0))
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
    #expect(
      stare.stated(for: 0).lines.isEmpty && stare.frames(participant: 0).allSatisfy { $0.observation.app.page == nil })
  }

  /// All numbers of a participant's page.
  private func numbers(_ simulation: Simulation, _ participant: Int) throws -> [[Double]] {
    let layout = try #require(simulation.pageLayout(of: participant))
    let lines: [[Double]] = layout.lines.map { [$0.y, Double($0.characters)] }
    let pictures: [[Double]] = layout.pictures.map { [$0.lowerBound, $0.upperBound] }
    return lines + pictures + [[layout.height]]
  }

  @Test(
    "a person reads the same page among any people, sessions, takes and noise",
    arguments: [GazeScenario.reading, .recipe])
  func samePage(scenario: GazeScenario) throws {
    let few = Simulation(scenario, seed: 72, participants: 8)
    let page = try numbers(few, 7)
    var many = Simulation(scenario, seed: 72, participants: 1000)
    #expect(try numbers(many, 7) == page)
    for (session, take) in [(0, 1), (1, 2), (5, 200)] {
      (many.session, many.take, many.noise) = (session, take, UInt64(take))
      #expect(try numbers(many, 7) == page, "session \(session), take \(take)")
    }
    many.seed = 73
    #expect(try numbers(many, 7) != page)
  }

  @Test("200 people of one seed read 200 different pages", arguments: [GazeScenario.reading, .recipe])
  func differentPages(scenario: GazeScenario) throws {
    let simulation = Simulation(scenario, seed: 74, participants: 200)
    let pages = try (0..<200).map { try numbers(simulation, $0) }
    #expect(pages[0] != pages[1] && Set(pages).count == 200)
  }

  @Test("with task.samePage everybody reads the page of participant 0")
  func sharedPage() throws {
    let own = Simulation(.reading, seed: 75, participants: 3)
    let shared = try own.setting(["task.samePage": 1])
    #expect(shared.hasSharedPage && !own.hasSharedPage)
    let page = try numbers(own, 0)
    for participant in 0..<3 {
      #expect(try numbers(shared, participant) == page)
      #expect(shared.lineBoxes(of: participant) == own.lineBoxes(of: 0))
    }
    #expect(try numbers(own, 1) != page)
  }

  @Test(
    "a header has people's pages, but only lines if all read the same",
    arguments: [GazeScenario.reading, .recipe, .steer])
  func headers(scenario: GazeScenario) throws {
    let three = try Simulation(scenario, seed: 76, participants: 3)
      .setting(["task.appStates": 1])
    let header = three.header
    let pages = (0..<3).map { RecordingHeader.PersonPage(participant: $0, lines: three.lineBoxes(of: $0)) }
    #expect(header.lines.isEmpty && header.pages == pages && pages.allSatisfy { !$0.lines.isEmpty })
    #expect(three.stated.lines.isEmpty && three.stated.pages.isEmpty)
    for participant in 0..<3 {
      let stated = three.stated(for: participant)
      #expect(stated.lines == pages[participant].lines && stated.pages.isEmpty)
      #expect(header.lines(of: participant) == stated.lines)
    }
    var one = three
    one.participants = 1
    #expect(one.header.lines == three.lineBoxes(of: 0) && one.header.pages.isEmpty)
    let shared = try three.setting(["task.samePage": 1])
    #expect(shared.header.lines == three.lineBoxes(of: 0) && shared.header.pages.isEmpty)
    let silent = try three.setting(["task.appStates": 0])
    #expect(silent.header.lines.isEmpty && silent.header.pages.isEmpty)
  }
}
