import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct BusyReaderTests {
  private let middle = mini.geometry.points / 2

  @Test(
    "a take begins with a middle dot for 1.5 s, then reading (5 people)",
    arguments: [GazeScenario.reading, .recipe])
  func dotAtStart(scenario: GazeScenario) throws {
    let simulation = try Simulation(scenario, seed: 31, duration: 6, rate: 240)
      .setting(["task.dotAtStart": 1, "tracker.dropped": 0])
    for participant in 0..<5 {
      let frames = Array(simulation.frames(participant: participant))
      let shown = frames.filter { $0.observation.app.dot != nil }
      // 1.5 s from the first tick on.
      #expect(shown.count == 359 || shown.count == 360)
      #expect(shown.first?.time == frames[1].time)
      #expect((shown.last?.time ?? 0) < 1.51)
      for frame in shown {
        #expect(frame.observation.app.dot == middle && frame.observation.target == middle)
        #expect(frame.observation.intent == ScrollDirection.none && frame.truth?.page == 0)
      }
      for frame in frames where frame.observation.app.dot == nil { #expect(frame.observation.target == nil) }
      let gaze = try frames.map { try #require($0.truth?.gaze) }
      // The shortest reaction time is 100 ms; after 0.8 s everybody has arrived.
      #expect((0...24).allSatisfy { (gaze[$0] - middle).length > 100 })
      #expect((200...350).allSatisfy { (gaze[$0] - middle).length < 60 })
      #expect(frames[361...480].contains { $0.truth?.state == .read })
    }
  }

  @Test(
    "a person who taps, looks at dots and idles reads to the end",
    arguments: [GazeScenario.reading, .recipe])
  func end(scenario: GazeScenario) throws {
    let simulation = try Simulation(scenario, seed: 32, duration: 7200, rate: 30)
      .setting(["task.dotAtStart": 1, "task.tapInterval": 5, "task.notReading": 0.3])
    var frames = simulation.frames(participant: 0)
    var last = 0.0
    while let frame = frames.next() { last = frame.time }
    let log = try #require(frames.readingLog)
    #expect(log.linesRead == log.lines && last < 3000)
  }
}
