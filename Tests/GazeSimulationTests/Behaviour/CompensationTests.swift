import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct CompensationTests {
  private let pointerError = SIMD2(20.0, 40)

  /// People without errors of their own: the eyes rest exactly at their aim, which for a scroll down is 1.02 of the
  /// height.
  private func simulation(compensation: Double) throws -> Simulation {
    var simulation = try Simulation(.reading, preset: .ideal, seed: 4, duration: 3600)
      .setting([
        "behaviour.compensation": compensation, "task.scrollGazeSD": 0, "behaviour.landingGain": 1,
        "behaviour.landingSD": 0, "behaviour.fixationBias": 0, "behaviour.fixationDrift": 0, "task.hiddenIntent": 0,
        "task.upIntent": 0, "task.pageScreens": 20,
      ])
    simulation.loop = "test"
    return simulation
  }

  /// The last gaze of each scroll intent. The page moves 1.5 s after the eyes' arrival; `isArmed` is what the person
  /// sees of the zones.
  private func gazes(_ simulation: Simulation, pointer: SIMD2<Double>?, isArmed: Bool? = nil) -> [SIMD2<Double>] {
    var frames = simulation.frames(participant: 2)
    var (gazes, since, last): ([SIMD2<Double>], Double?, SIMD2<Double>) = ([], nil, .zero)
    while let frame = frames.next() {
      guard let truth = frame.truth, let gaze = truth.gaze else { continue }
      let time = frame.face.time
      if let pointer { frames.observe(pointer: gaze + pointer) }
      if let isArmed { frames.observe(isArmed: isArmed) }
      if truth.state == .scroll {
        since = since ?? time
        // Later the head turns already, and the gaze slips a little with it.
        if time - (since ?? time) < 1.4 || isArmed != nil && time - (since ?? time) < 3.9 { last = gaze }
        if time - (since ?? time) > (isArmed == nil ? 1.5 : 4) {
          frames.scroll(ScrollCommand(direction: frame.observation.intent ?? .none, distance: 15))
        }
      } else if since != nil, truth.state != .saccade, truth.state != .blink {
        gazes.append(last)
        since = nil
        if gazes.count == 8 { break }
      } else if frame.observation.intent ?? .none != .none {
        frames.scroll(ScrollCommand(direction: frame.observation.intent ?? .none, distance: 15))
      }
    }
    return gazes
  }

  @Test("with c = 0.5, error (20, 40), aims approach minus (10, 20), 30 % an intent")
  func approach() throws {
    let gazes = try gazes(simulation(compensation: 0.5), pointer: pointerError)
    #expect(gazes.count == 8)
    var left = 1.0
    for gaze in gazes {
      expectNear(gaze.y, 1.02 * 812 - 20 * (1 - left), 1)
      left *= 0.7
    }
  }

  @Test("without a visible pointer, or with c = 0, the aims stay")
  func off() throws {
    for (share, pointer) in [(0.5, nil), (0, pointerError)] {
      let gazes = try gazes(simulation(compensation: share), pointer: pointer)
      #expect(gazes.count == 8)
      #expect(gazes.allSatisfy { abs($0.y - 1.02 * 812) < 1 })
    }
  }

  @Test("a person whose zone does not arm looks 0.05 further, three times")
  func stepOut() throws {
    let never = try gazes(simulation(compensation: 1), pointer: nil, isArmed: false)
    #expect(never.count == 8 && never.allSatisfy { abs($0.y - 1.17 * 812) < 1 }, "\(never)")
    let always = try gazes(simulation(compensation: 1), pointer: nil, isArmed: true)
    #expect(always.count == 8 && always.allSatisfy { abs($0.y - 1.02 * 812) < 1 })
  }

  @Test("the learned error approaches the pointer's; invalid or early ones teach nothing")
  func learning() {
    var p = SimulationParameters().signs
    p.compensation = 0.5
    var compensation = Compensation(p, screen: SIMD2(375, 812))
    let scroll = Episode(1, at: SIMD2(200, 800), intent: .down, state: .scroll)
    #expect(compensation.aim(scroll) == SIMD2(200, 800))
    compensation.observe(SIMD2(.nan, 0), gaze: .zero, restingFor: 1)
    compensation.observe(SIMD2(.infinity, 0), gaze: .zero, restingFor: 1)
    compensation.observe(SIMD2(50, 50), gaze: .zero, restingFor: 0.1)
    #expect(compensation.aim(scroll) == SIMD2(200, 800))
    for _ in 0..<30 {
      compensation.observe(SIMD2(120, 140), gaze: SIMD2(100, 100), restingFor: 0.5)
      _ = compensation.aim(scroll)
    }
    expectNear(compensation.error, pointerError, 0.01)
    expectNear(compensation.aim(scroll), SIMD2(190, 780), 0.01)
    // Other episodes keep their aim.
    #expect(compensation.aim(Episode(1, at: SIMD2(10, 10))) == SIMD2(10, 10))
    compensation.observe(SIMD2(1e300, -1e300), gaze: .zero, restingFor: 1)
    _ = compensation.aim(scroll)
    #expect(compensation.error.x < 375 && compensation.error.y > -812)
  }
}
