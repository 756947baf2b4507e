import GazeMetrics
import GazePipeline
import GazeRecording

import Testing

@testable import GazeSimulation

/// The person's side of a closed loop, tested with pipelines that know everything or nothing.
struct ClosedLoopTests {
  /// A page of 2.5 screens, with more time than anybody could need.
  private func simulation(_ scenario: GazeScenario, preset: GazePreset = .typical, seed: UInt64 = 41) throws
    -> Simulation
  {
    var simulation = try Simulation(scenario, preset: preset, seed: seed, duration: 7200)
      .setting(["task.pageScreens": 2.5])
    simulation.loop = "test"
    return simulation
  }

  /// Runs a participant's take; `command` returns the scroll command at each frame.
  private func run(
    _ simulation: Simulation, participant: Int, _ command: (RecordedFrame) -> ScrollCommand,
    _ body: (RecordedFrame, ScrollCommand) throws -> Void
  ) rethrows {
    var frames = simulation.frames(participant: participant)
    while let frame = frames.next() {
      let command = command(frame)
      frames.scroll(command)
      try body(frame, command)
    }
  }

  /// Moves the page at 600 pt/s while the person's intent lasts. No real pipeline can read the intent.
  private func oracle(_ frame: RecordedFrame) -> ScrollCommand {
    let intent = frame.observation.intent ?? .none
    return intent == .none ? .none : ScrollCommand(direction: intent, distance: 10)
  }

  @Test(
    "a pipeline that reads intents serves all without false scrolls (6 people)",
    arguments: [GazeScenario.reading, .recipe])
  func oracle(scenario: GazeScenario) throws {
    let simulation = try simulation(scenario)
    var wishes = (down: 0, up: 0)
    for participant in 0..<6 {
      var scorer = ScrollScorer()
      var last: (offset: Double, isAsked: Bool, time: Double) = (0, false, 0)
      var byHand = 0
      var before = ScrollDirection.none
      run(simulation, participant: participant, oracle) { frame, command in
        let (time, intent) = (frame.face.time, frame.observation.intent ?? .none)
        let offset = frame.truth?.page ?? .nan
        if offset != last.offset, !last.isAsked { byHand += 1 }
        if intent != before { wishes = (wishes.down + (intent == .down ? 1 : 0), wishes.up + (intent == .up ? 1 : 0)) }
        before = intent
        last = (offset, command.direction != .none, time)
        scorer.step(time: time, command: command, intent: intent)
      }
      let tally = scorer.finish()
      #expect(tally.intents > 1)
      #expect(tally.recall == 1 && tally.precision == 1, "\(participant): \(tally)")
      // No finger was needed, and none moved the page.
      #expect(byHand == 0)
      let layout = try #require(simulation.pageLayout(of: participant))
      #expect(last.offset == layout.height - simulation.screen.points.y, "\(participant)")
      #expect(last.time < 1800, "\(participant)")
    }
    #expect(wishes.down > 12 && wishes.up > 0)
  }

  /// Pipelines with which nobody can read.
  enum Nuisance: CaseIterable {
    case down, up, oscillating, slowlyOscillating, never

    func command(_ time: Double) -> ScrollCommand {
      switch self {
      case .down: ScrollCommand(direction: .down, distance: 10)
      case .up: ScrollCommand(direction: .up, distance: 10, step: 1)
      case .oscillating: ScrollCommand(direction: Int(time / 0.4) % 2 == 0 ? .down : .up, distance: 8)
      case .slowlyOscillating: ScrollCommand(direction: Int(time / 7) % 2 == 0 ? .down : .up, distance: 3)
      case .never: .none
      }
    }
  }

  @Test(
    "no reader is stuck: 2.5 screens within half an hour despite nuisance (3 people)",
    arguments: Nuisance.allCases, [GazeScenario.reading, .recipe])
  func nuisance(nuisance: Nuisance, scenario: GazeScenario) throws {
    for participant in 0..<3 {
      var last = 0.0
      run(try simulation(scenario, preset: .ideal), participant: participant) {
        nuisance.command($0.face.time)
      } _: { frame, _ in
        last = frame.face.time
      }
      #expect(last > 5 && last < 1800, "\(participant): \(last) s")
    }
  }

  @Test("a page held at its beginning: every intent ends with a finger")
  func never() throws {
    var (byHand, wishes, longest, begin) = (0.0, 0, 0.0, 0.0)
    var last = (offset: 0.0, intent: ScrollDirection.none)
    run(try simulation(.reading), participant: 0, { _ in .none }) { frame, _ in
      let (time, offset) = (frame.face.time, frame.truth?.page ?? .nan)
      let intent = frame.observation.intent ?? .none
      byHand += abs(offset - last.offset)
      if intent != .none, last.intent == .none { (wishes, begin) = (wishes + 1, time) }
      if intent != .none { longest = max(longest, time - begin) }
      last = (offset, intent)
    }
    #expect(wishes > 1 && byHand > 800)
    // A person waits 6 s for the page before scrolling by finger.
    #expect(longest > 5.9 && longest < 6.1)
  }

  @Test("the page moves unasked: the reader follows and scrolls the line back")
  func disturbance() throws {
    // The page moves down by 600 points between 10 and 11 s, when the reader is in the first screen and wants nothing.
    let disturbed = try simulation(.reading, preset: .ideal)
    var (wishedBack, lastRead, intents) = (Double.infinity, 0.0, Set<ScrollDirection>())
    run(disturbed, participant: 0) { frame in
      let time = frame.face.time
      let serves = frame.observation.intent ?? .none
      if serves != .none { return ScrollCommand(direction: serves, distance: 10) }
      return (10..<11).contains(time) ? ScrollCommand(direction: .down, distance: 10) : .none
    } _: { frame, _ in
      let time = frame.face.time
      if time < 20, let intent = frame.observation.intent, intent != .none {
        intents.insert(intent)
        wishedBack = min(wishedBack, time)
      }
      if time < 20, let page = frame.truth?.page { lastRead = page }
    }
    #expect(intents == [.up])
    // The reader looks around for half a second, after the page has been still for a quarter of a second.
    #expect(wishedBack > 11.7 && wishedBack < 13)
    #expect(lastRead < 100)
  }

  @Test("the same seed gives the same frames, the open loop's before any intent")
  func sameStreams() throws {
    var open = try simulation(.reading)
    let closed = open
    open.loop = "open"
    func frames(_ simulation: Simulation) -> [RecordedFrame] {
      var frames: [RecordedFrame] = []
      run(simulation, participant: 1, oracle) { frame, _ in frames.append(frame) }
      return frames
    }
    let (first, again) = (frames(closed), frames(closed))
    #expect(first == again)
    let openly = Array(open.frames(participant: 1))
    let wish = try #require(first.firstIndex { $0.observation.intent != ScrollDirection.none })
    #expect(wish > 600)
    #expect(first[..<wish] == openly[..<wish])
    #expect(first[wish...].prefix(600) != openly[wish...].prefix(600))
    // Both loops have the same people on the same phone, held in the same way: the camera's pose does not depend on
    // what people do.
    #expect(closed.header.truth == open.header.truth)
    let poses = Dictionary(
      uniqueKeysWithValues: openly.map { ($0.face.time, $0.face.camera) })
    let tracked = first.filter { $0.face.isTracked && poses[$0.face.time] != nil }
    let differing = tracked.count { poses[$0.face.time] != $0.face.camera }
    // A lost face, or a duplicated frame, holds an earlier pose; which frames these are also depends on the gaze.
    #expect(tracked.count > 3000 && differing < tracked.count / 50)
  }

  @Test("a scenario without a page has no loop to close")
  func withoutPage() {
    for scenario in GazeScenario.allCases where !scenario.hasPage {
      var simulation = Simulation(scenario)
      simulation.loop = "standard"
      #expect(throws: SimulationError.self) { try simulation.validate() }
    }
  }

  /// Frames in which the page moves as the person wants after a second, and sometimes unasked, so that each state of
  /// the reader occurs. A command of no length lets nothing rest.
  private func frames(
    _ simulation: Simulation, participant: Int, rests: Bool, _ change: (inout SimulatedFrames) -> Void = { _ in }
  ) -> [RecordedFrame] {
    var (frames, all, since) = (simulation.frames(participant: participant), [RecordedFrame](), 0.0)
    while let frame = frames.next() {
      let (time, intent) = (frame.time, frame.observation.intent ?? .none)
      if intent == .none { since = time }
      var command = ScrollCommand(direction: .down, distance: 0)
      if time - since > 1 { command = ScrollCommand(direction: intent, distance: 6) }
      if Int(time) % 40 == 39 { command = ScrollCommand(direction: .down, distance: 3) }
      if !rests || command.distance > 0 { frames.scroll(command) }
      frames.observe(pointer: frame.truth?.gaze.map { $0 + 20 })
      frames.observe(isArmed: false)
      change(&frames)
      all.append(frame)
    }
    return all
  }

  @Test(
    "a person resting until something happens is one asked every tick (4 people)",
    arguments: [GazeScenario.reading, .recipe], [0, 0.5])
  func rest(scenario: GazeScenario, compensation: Double) throws {
    var simulation = try simulation(scenario).setting([
      "behaviour.compensation": compensation, "sign.made": 1, "task.appStates": 1, "task.tapInterval": 10,
      "task.notReading": 0.1,
    ])
    simulation.duration = 200
    for participant in 0..<4 {
      let resting = frames(simulation, participant: participant, rests: true)
      #expect(resting == frames(simulation, participant: participant, rests: false), "\(participant)")
    }
  }
}
