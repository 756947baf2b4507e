import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct RecentreStudyTakeTests {
  @Test("without recentring, a person's figures are those of a naive computation and of the pipeline of today")
  func naive() throws {
    let profile = try DeviceProfile.mini()
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: .reading, seed: 5402, phone: 55, participants: 1, duration: 120)
    simulation.loop = GazeRig.standard.name
    let run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.reading])
    let setup = run.setup(0)
    let task = try RecentreStudy.Task(.none, simulation, rule: .edge, showsPointer: false)
    let found = task.figures(0, setup)

    var pipeline = GazeRig.standard.pointer(setup)
    var trial = PersonTrial(
      StandardPipeline(
        geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger),
      participant: 0, geometry: setup.screen, reference: .truth, rate: 60)
    var frames = simulation.frames(participant: 0)
    var (errors, heights): ([(Double, Double)], [(Double, Double)]) = ([], [])
    var last = 0.0
    var moved = -1.0
    while let recorded = frames.next() {
      let (time, frame) = (recorded.time, recorded.observation.frame)
      let output = pipeline.step(frame)
      last = time
      trial.step(recorded)
      frames.scroll(output.scroll)
      let state = recorded.truth?.state
      if state == .saccade || state == .blink { moved = .nan }
      if state != .saccade, state != .blink, moved.isNaN || moved < 0 { moved = time }
      guard state != .saccade, state != .blink, frame.blink.max() <= 0.5, let gaze = recorded.truth?.gaze,
        setup.screen.contains(gaze), let pointer = output.pointer, let raw = output.rawPointer
      else { continue }
      if time - moved >= 0.3 - 1e-9 { errors.append((time, (pointer - gaze).length)) }
      if state == .read { heights.append((time, raw.y - gaze.y)) }
    }
    func middle(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
    #expect(found.whole == middle(errors.map(\.1)))
    #expect(found.early == middle(errors.filter { $0.0 >= 30 && $0.0 < 60 }.map(\.1)))
    #expect(found.late == middle(errors.filter { $0.0 > last - 60 }.map(\.1)))
    let pitch = try #require(simulation.pageLayout(of: 0)).linePitch
    #expect(try abs(#require(found.lines) - middle(heights.filter { $0.0 > last - 60 }.map(\.1)) / pitch) < 1e-12)
    // The meter of every report keeps a sketch, whose quantiles are accurate to 1 %.
    let sketched = try #require(trial.finish().settled.points.median)
    #expect(try abs(sketched / #require(found.whole) - 1) < 0.02)
    #expect(try #require(found.p90) > #require(found.whole))
  }

  @Test("a take without a sample at rest has no figures")
  func empty() throws {
    let screen = try DeviceProfile.mini().geometry
    #expect(RecentreStudy.Meter(screen: screen, seconds: 90, pitch: 22).finish() == RecentreStudy.Figures())
  }
}
