import GazePipeline
import GazeRecording
import Testing

@testable import GazeSimulation

/// Dots that an app shows in the middle of a take.
@Suite struct EpisodeTests {
  private func simulation(loop: String, _ scenario: GazeScenario = .reading, seconds: Double) throws -> Simulation {
    var simulation = try Simulation(device: mini, scenario: scenario, seed: 41, duration: seconds)
      .setting(["task.lookAway": 0, "tracker.dropped": 0])
    simulation.loop = loop
    return simulation
  }

  @Test(
    "the page is still while the dot is shown, and reading continues on the line at which it was interrupted",
    arguments: ["open", "test"])
  func dot(loop: String) throws {
    var frames = try simulation(loop: loop, seconds: 20).frames(participant: 0)
    let point = SIMD2(300.0, 700.0)
    var (shown, before, after, left) = ([RecordedFrame](), [Double](), [Double](), 0)
    while let frame = frames.next() {
      // The first scroll comes after about 25 s.
      if abs(frame.time - 10) < 1e-9 { frames.showDot(at: point) }
      if frame.observation.app.dot != nil {
        shown.append(frame)
        if loop != "open" { frames.scroll(ScrollCommand(direction: .down, distance: 30)) }
      }
      if let truth = frame.truth, truth.state == .read, let gaze = truth.gaze {
        if (9.5..<10).contains(frame.time) { before.append(gaze.y) }
        // The first saccade of 10° may land 1° short.
        if (11.9..<12.6).contains(frame.time) { after.append(gaze.y) }
      }
      left += frame.truth?.page == 0 ? 0 : 1
    }
    #expect(abs(shown.count - 90) <= 1 && left == 0)
    #expect(shown.allSatisfy { $0.observation.app.dot == point && $0.observation.target == point })
    #expect(shown.allSatisfy { $0.observation.intent == ScrollDirection.none })
    let gaze = try #require(shown.last?.truth?.gaze)
    #expect((gaze - point).length < 60)
    // Lines are 22 pt apart; the fixations' bias is 10 pt.
    try #require(before.count > 20 && after.count > 20)
    #expect(abs(before.sorted()[before.count / 2] - after.sorted()[after.count / 2]) < 33)
  }

  @Test("a dot at a point that is not finite is not shown")
  func nowhere() throws {
    var frames = try simulation(loop: "open", seconds: 1).frames(participant: 0)
    for point in [SIMD2(.nan, 100), SIMD2(100, .infinity)] {
      frames.showDot(at: point)
      for _ in 0..<10 {
        let frame = frames.next()
        #expect(frame?.observation.target == nil && frame?.truth?.gaze?.length.isFinite == true)
      }
    }
  }

  @Test(
    "a dot every 7 s, whatever the reader does just then, keeps nobody from reading the page to its end",
    arguments: ["open", "test"], [GazeScenario.reading, .recipe])
  func often(loop: String, scenario: GazeScenario) throws {
    for participant in 0..<3 {
      var frames = try simulation(loop: loop, scenario, seconds: 7200).frames(participant: participant)
      var (next, last, held, moved) = (7.0, 0.0, Double?.none, 0)
      while let frame = frames.next() {
        last = frame.time
        if frame.time >= next {
          next += 7
          frames.showDot(at: mini.geometry.points / 2)
        }
        let isShown = frame.observation.app.dot != nil
        if isShown, let held, frame.truth?.page != held { moved += 1 }
        held = isShown ? frame.truth?.page : nil
        guard loop != "open" else { continue }
        let intent = frame.observation.intent ?? .none
        if intent != .none { frames.scroll(ScrollCommand(direction: intent, distance: 10)) }
      }
      let log = try #require(frames.readingLog)
      #expect(moved == 0)
      #expect(last < 3000, "\(participant)")
      #expect(log.linesRead > log.lines * 9 / 10, "\(participant): \(log)")
    }
  }
}
