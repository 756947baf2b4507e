import Documents
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct RunPointerOptionsTests {
  private func run(
    _ recentre: RecentreChoice = .none, trigger: ScrollRule? = nil, in scenarios: [GazeScenario] = [.reading]
  ) throws -> Run<GazeRig> {
    var run = try Run.mini(scenarios, participants: 3, duration: 40)
    (run.options.recentre, run.options.trigger) = (recentre, trigger)
    return run
  }

  @Test("people see dots, tap and make signs only where a choice asks for it and there is a page")
  func simulation() throws {
    #expect(try run().simulation(of: .reading).settings == run().simulation.settings)
    let dot = try run(.dot, trigger: .confirm, in: [.validation, .reading])
    #expect(dot.simulation(of: .validation).settings == dot.simulation.settings)
    let settings = dot.simulation(of: .reading).settings
    #expect(settings["task.dotAtStart"] == 1 && settings["task.appStates"] == 1 && settings["sign.made"] == 1)
    #expect(try run(.tap15).simulation(of: .reading).settings["task.tapInterval"] == 15)
    #expect(try run(trigger: .below).simulation(of: .reading).settings["task.scrollGaze"] == 1.10)
    #expect(!dot.simulation(of: .reading).stated(for: 0).lines.isEmpty)
    var other = dot
    other.pipeline = .heatmap
    #expect(other.simulation(of: .reading).settings == dot.simulation.settings)
  }

  @Test("the user's own constants win over those of a choice")
  func settings() throws {
    var run = try run(.tap15, trigger: .below)
    try run.simulation.set("task.tapInterval", 30)
    try run.simulation.set("task.scrollGaze", 1.05)
    let settings = run.simulation(of: .reading).settings
    #expect(settings["task.tapInterval"] == 30 && settings["task.scrollGaze"] == 1.05)
    #expect(settings["task.appStates"] == 1)
  }

  @Test("a profile whose trigger has another rule gets people who do what it asks")
  func profile() throws {
    var run = try run()
    run.profile.trigger.settings.rule = .below
    #expect(run.simulation(of: .reading).settings["task.scrollGaze"] == 1.10)
  }

  @Test("runs share a take only if their people do the same")
  func groups() throws {
    let plain = try run(in: [.validation, .reading])
    var smoothed = plain
    smoothed.options.smoothing = Smoothing.none
    let dot = try run(.dot, in: [.validation, .reading])
    let runs = [plain, dot, smoothed]
    #expect(Run.groups(runs, .validation) == [[0, 1, 2]])
    #expect(Run.groups(runs, .reading) == [[0, 2], [1]])
    var ideal = plain
    ideal.simulation.preset = .ideal
    #expect(Run.groups([plain, ideal], .validation) == [[0], [1]])
  }

  @Test("other pipelines, and scenarios without a page, are refused in a sentence")
  func refusals() throws {
    var other = try run(.dot)
    other.pipeline = .heatmap
    let pipeline = #expect(throws: SimulationError.self) { try other.validate() }
    #expect("\(try #require(pipeline))".contains("--recentre dot: heatmap recentres its pointer by itself or not"))
    let bare = try run(trigger: .confirm, in: [.validation])
    let page = #expect(throws: SimulationError.self) { try bare.validate() }
    let text = "\(try #require(page))"
    #expect(text.contains("--trigger confirm: validation has no page") && text.contains("reading, recipe"), "\(text)")
    try run(.reading, trigger: .sign, in: [.validation, .reading]).validate()
  }

  @Test("a closed loop shows people the pointer and the armed zone, and a confirmed trigger moves the page")
  func closed() async throws {
    var confirmed = try run(trigger: .confirm)
    confirmed.loop = .closed
    confirmed.simulation.duration = 90
    let people = try await confirmed.people()
    #expect(people.reduce(0) { $0 + $1.scroll.scroll.truePositives } > 0)
    var seen = confirmed
    try seen.simulation.set("behaviour.compensation", 1)
    #expect(try await seen.people().map(\.scroll) != people.map(\.scroll))
  }

  @Test("a report and a baseline's conditions name the choices, and only if there are any")
  func named() async throws {
    let report = try await run(.x, trigger: .below).evaluation()
    #expect(report.subject.choices == ", recentring x, trigger below")
    #expect(report.document().details().contains { $0.contains(", recentring x, trigger below") })
    #expect(try await run().evaluation().subject.choices.isEmpty)
    let (plain, dot) = (ScenarioConditions(try run()), ScenarioConditions(try run(.dot)))
    let differences = plain.differences(from: dot)
    #expect(differences.count == 1 && differences[0].hasPrefix("recentre ("), "\(differences)")
  }
}
