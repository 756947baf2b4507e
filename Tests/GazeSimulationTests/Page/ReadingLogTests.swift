import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct ReadingLogTests {
  private func simulation(loop: String, duration: Double = 90) -> Simulation {
    var simulation = Simulation(.reading, seed: 5, duration: duration)
    simulation.loop = loop
    return simulation
  }

  /// The log after a take in which `command` moves the page.
  private func log(_ simulation: Simulation, _ command: (RecordedFrame) -> ScrollCommand) throws -> ReadingLog {
    var frames = simulation.frames(participant: 0)
    while let frame = frames.next() { frames.scroll(command(frame)) }
    return try #require(frames.readingLog)
  }

  @Test(
    "an obedient page loses no line; jumps each 20 s lose some, costing time")
  func lines() throws {
    let obeys = try log(simulation(loop: "test")) { frame in
      let intent = frame.observation.intent ?? .none
      return intent == .none ? .none : ScrollCommand(direction: intent, distance: 10)
    }
    #expect(obeys.linesLost == 0 && obeys.recoveries == 0 && obeys.linesRead > 10)
    var next = 20.0
    let jumps = try log(simulation(loop: "test")) { frame in
      guard frame.face.time >= next else { return .none }
      next += 20
      return ScrollCommand(direction: .down, distance: 700)
    }
    #expect(jumps.linesLost > 5 && jumps.linesLost <= jumps.lines)
    #expect(jumps.recoveries >= 3 && jumps.recoverySeconds / Double(jumps.recoveries) > 0.5)
    #expect(jumps.linesRead < obeys.linesRead && jumps.lines == obeys.lines)
  }

  @Test("an open loop's log counts lines, as its 4 Hz twin, to the tick")
  func touch() throws {
    let open = simulation(loop: "open")
    let log = try log(open) { _ in .none }
    #expect(log.linesLost == 0 && log.recoveries == 0 && log.linesRead > 10)
    #expect(open.touchSeconds(participant: 0, lines: log.linesRead) == log.lastLineRead)
    // The open-loop take with which a closed loop is compared is this same take.
    #expect(simulation(loop: "test").touchSeconds(participant: 0, lines: log.linesRead) == log.lastLineRead)
    #expect(open.touchSeconds(participant: 0, lines: 0) == nil)
    // The page has fewer than 100,000 lines.
    #expect(open.touchSeconds(participant: 0, lines: 100_000) == nil)
    #expect(Simulation(.stare).touchSeconds(participant: 0, lines: 1) == nil)
  }

  @Test("there is no log if nobody reads")
  func nobody() {
    var frames = Simulation(.stare, duration: 1).frames(participant: 0)
    while frames.next() != nil {}
    #expect(frames.readingLog == nil)
  }
}
