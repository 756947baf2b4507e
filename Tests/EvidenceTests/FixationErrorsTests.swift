import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct FixationErrorsTests {
  private func simulation(_ preset: GazePreset, seconds: Double = 24) throws -> Simulation {
    Simulation(
      device: NominalPhone(try DeviceProfile.mini()), scenario: .validation, preset: preset, seed: 41, participants: 3,
      duration: seconds)
  }

  private func pipeline(_ simulation: Simulation) throws -> StandardPipeline {
    StandardPipeline(geometry: simulation.screen, smoothing: .none, trigger: try DeviceProfile.mini().trigger.settings)
  }

  @Test("figures are those of a trial against the target", arguments: 0..<3)
  func trial(participant: Int) throws {
    let simulation = try simulation(.typical)
    var errors = FixationErrors(try pipeline(simulation), geometry: simulation.screen, reference: .target)
    var trial = PersonTrial(
      try pipeline(simulation), participant: participant, geometry: simulation.screen, reference: .target,
      rate: simulation.rate)
    for frame in simulation.frames(participant: participant) {
      errors.step(frame)
      trial.step(frame)
    }
    let (figures, result) = (errors.finish(), trial.finish())
    #expect(figures.offsets.count == result.fixations && result.fixations == 16)
    // The trial measures degrees of azimuth and elevation; at these angles they differ from the angle between
    // directions by a hundredth.
    let (accuracy, error) = (try #require(figures.accuracy), try #require(figures.sampleError))
    #expect(abs(accuracy / (try #require(result.accuracyDegrees)) - 1) < 0.02)
    // The trial compares the eyes with the target from 0.15 s later.
    #expect(abs(error / (try #require(result.target.degrees.mean)) - 1) < 0.02)
    let lengths = figures.offsets.map(\.length)
    #expect(abs(lengths.reduce(0, +) / 16 / accuracy - 1) < 0.02)
    // Equal weights of fixations and of samples differ where a blink shortens one.
    #expect(accuracy < 1.02 * error)
  }

  @Test("an exact pointer is at the point looked at, and the person does not look exactly at the target")
  func exact() throws {
    let simulation = try simulation(.ideal)
    for (reference, range) in [(ErrorReference.truth, 0.0...0.02), (.target, 0.05...1)] {
      var errors = FixationErrors(try pipeline(simulation), geometry: simulation.screen, reference: reference)
      for frame in simulation.frames(participant: 0) { errors.step(frame) }
      let figures = errors.finish()
      #expect(range.contains(try #require(figures.accuracy)), "\(reference) \(figures)")
      #expect(range.contains(try #require(figures.sampleError)), "\(reference) \(figures)")
    }
  }

  @Test("without a settled fixation there are no figures")
  func nothing() throws {
    let simulation = try simulation(.typical, seconds: 0.55)
    var errors = FixationErrors(try pipeline(simulation), geometry: simulation.screen, reference: .target)
    for frame in simulation.frames(participant: 0) { errors.step(frame) }
    #expect(errors.finish() == .init())
  }
}
