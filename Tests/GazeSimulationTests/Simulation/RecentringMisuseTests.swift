import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// The failure of Dasher's automatic calibration, which took deliberate glances in one direction for an error:
/// https://github.com/dasher-project/DasherCore/issues/64.
@Suite("Recentring is not misled by deliberate gaze")
struct RecentringMisuseTests {
  /// A way of looking that has nothing to do with an offset.
  struct Misuse: CustomTestStringConvertible {
    var testDescription: String
    var scenario = GazeScenario.steer
    var settings: [String: Double]

    static let all: [Misuse] =
      [("right", 0.35, 0.0), ("left", -0.35, 0), ("down", 0, 0.3), ("up", 0, -0.3)].flatMap { name, x, y in
        [0.0, 1].map { text in
          Misuse(
            testDescription: "looks \(name), \(text == 1 ? "with" : "without") text",
            settings: ["task.steerX": x, "task.steerY": y, "task.appStates": text])
        }
      }
      + [0.0, 0.5].map { from in
        Misuse(
          testDescription: "reads the column from \(from)", scenario: .reading,
          settings: ["task.column": 0.5, "task.columnFrom": from, "task.appStates": 1])
      }
  }

  /// The largest offset per axis from 5 s on, over the people, that reading makes; the tracker has no error. Dots and
  /// taps have noise of their own, so what the same take without the use of reading learns from them is subtracted.
  private func worst(
    _ misuse: Misuse, _ reading: Recentring.Reading, people: Int, events: [String: Double] = [:],
    showsPointer: Bool = false
  ) throws -> SIMD2<Double> {
    var simulation = try Simulation(device: mini, scenario: misuse.scenario, seed: 4, participants: people)
      .setting(misuse.settings.merging(events) { $1 })
    simulation.preset = try #require(SimulationParameters.presets.first { $0.name == "ideal" })
    simulation.duration = 600
    let lines = simulation.stated.lines.map { TextLine(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    func pipeline(_ reading: Recentring.Reading) -> StandardPipeline {
      StandardPipeline(
        geometry: simulation.screen, smoothing: .none, trigger: anyTrigger, recentring: .init(reading: reading),
        lines: lines)
    }
    var most = SIMD2<Double>.zero
    for participant in 0..<people {
      var (subject, plain) = (pipeline(reading), pipeline(.ignored))
      var frames = simulation.frames(participant: participant)
      while let frame = frames.next() {
        let seen = frame.observation
        let output = subject.step(seen.frame, seen.app.context)
        if showsPointer {
          frames.see(pointer: output.pointer)
          frames.see(isArmed: subject.armed != .none)
        }
        if !events.isEmpty { _ = plain.step(seen.frame, seen.app.context) }
        guard seen.frame.time > 5, let now = subject.recentring?.offset, let other = plain.recentring?.offset else {
          continue
        }
        let moved = now - other
        most = pointwiseMax(most, SIMD2(moved.x.magnitude, moved.y.magnitude))
      }
    }
    return most
  }

  @Test(
    "ten minutes of looking off in one direction, or of reading one column, move the middle by less than 10 pt",
    .slow("20 s: 20 people look at a phone for ten minutes, in ten ways"), arguments: Misuse.all)
  func middle(misuse: Misuse) throws {
    let most = try worst(misuse, .middle, people: 20)
    #expect(most.x < 10 && most.y == 0, "\(most)")
  }

  @Test("the same for one person in each way", arguments: Misuse.all)
  func brief(misuse: Misuse) throws {
    #expect(try worst(misuse, .middle, people: 1).max() < 10)
  }

  @Test(
    "the same while a dot at the start, or a tap each 15 s, is learned from: reading adds less than 10 pt to it",
    .slow("10 s: 20 people read a column for ten minutes, in four ways"),
    arguments: Misuse.all.filter { $0.scenario == .reading }, ["task.dotAtStart": 1.0, "task.tapInterval": 15])
  func events(misuse: Misuse, event: (key: String, value: Double)) throws {
    let most = try worst(misuse, .middle, people: 20, events: [event.key: event.value])
    #expect(most.max() < 10, "\(most)")
  }

  @Test(
    "the same where lines are followed", .slow("60 s: 20 people look at a phone for ten minutes, in six ways"),
    arguments: Misuse.all.filter { $0.settings["task.appStates"] == 1 })
  func lines(misuse: Misuse) throws {
    let most = try worst(misuse, .lines, people: 20)
    #expect(most.max() < 10, "\(most)")
  }

  @Test(
    "the same where people see the pointer and the armed zone, and compensate half of the pointer's error",
    .slow("70 s: 20 people look at a phone for ten minutes, in ten ways"), arguments: Misuse.all,
    [Recentring.Reading.middle, .lines])
  func visible(misuse: Misuse, reading: Recentring.Reading) throws {
    let most = try worst(
      misuse, reading, people: 20, events: ["behaviour.compensation": 0.5], showsPointer: true)
    #expect(most.max() < 10, "\(most)")
  }
}
