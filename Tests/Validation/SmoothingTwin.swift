import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Calibrate
@testable import Evaluate
@testable import StudySupport

/// One person's take with the tracker's noise, and its twin, the same take without that noise: same eyes, same head,
/// same bias and drift, same latency and lost frames. Their difference is the noise, and a filter's slow error is its
/// distance from the twin.
struct SmoothingTwin: Sendable {
  /// Noisy pointer with the twin's pointer as reference, and saccades found in the twin.
  var track: PointerTrack
  /// True gaze at each sample; nil off the screen and in blinks.
  var gaze: [SIMD2<Double>?]

  /// Constants of the noise.
  private static let noise = [
    "tracker.noiseSD", "tracker.whiteSD", "tracker.faceRotationNoise", "tracker.facePositionNoise",
  ]

  /// Simulates a take with the standard pipeline, for this geometry and person.
  init(_ simulation: Simulation, participant: Int, geometry: ScreenGeometry, person: PersonCalibration) throws {
    var quiet = simulation
    for key in Self.noise { try quiet.set(key, 0) }
    let screen = simulation.screen
    /// Each frame with the raw pointer; nil if the pipeline computes no new one.
    func moments(_ simulation: Simulation) -> [(frame: RecordedFrame, point: SIMD2<Double>?)] {
      var pipeline = StandardPipeline(geometry: geometry, person: person, smoothing: .none, trigger: .never)
      return simulation.frames(participant: participant).map { ($0, pipeline.step($0.observation.frame).rawPointer) }
    }
    var points: [(time: Double, point: SIMD2<Double>, reference: SIMD2<Double>, target: SIMD2<Double>?)] = []
    gaze = []
    // Both takes have the same draws, so their frames correspond.
    for (noisy, silent) in zip(moments(simulation), moments(quiet)) {
      guard let point = noisy.point, let reference = silent.point else { continue }
      points.append((noisy.frame.time, point, reference, noisy.frame.observation.target))
      let truth = noisy.frame.truth
      gaze.append(truth?.state == .blink ? nil : truth?.gaze.flatMap { screen.contains($0) ? $0 : nil })
    }
    // Plateaus and saccades are found in the pointer without noise.
    track = PointerTrack(points: points.map { ($0.time, $0.reference, $0.target) }, settling: 0.6)
    if track.plateaus == 0 { track = PointerTrack(segmenting: points.map { ($0.time, $0.reference) }) }
    for (i, known) in points.enumerated() {
      (track.samples[i].point, track.samples[i].reference) = (known.point, known.reference)
    }
  }

  /// Returns the mean square distances, points², of a smoothed pointer from the twin and from the true gaze.
  func meanSquares(_ smoothed: [SIMD2<Double>]) -> (slow: Double, gaze: Double?) {
    var (slow, sum, count) = (0.0, 0.0, 0)
    for (i, sample) in track.samples.enumerated() {
      let error = smoothed[i] - (sample.reference ?? sample.point)
      slow += (error * error).sum()
      guard let gaze = gaze[i] else { continue }
      sum += ((smoothed[i] - gaze) * (smoothed[i] - gaze)).sum()
      count += 1
    }
    return (slow / Double(max(track.samples.count, 1)), count > 0 ? sum / Double(count) : nil)
  }

  /// Returns the true parameters for the best filter.
  func truth(noiseTime: Double) -> BestCausalFilter.Truth {
    let samples = track.samples
    var noise = 0.0
    var (speed, resting, jump, flying) = (0.0, 0, 0.0, 0)
    for (i, sample) in samples.enumerated() {
      guard let reference = sample.reference else { continue }
      noise += ((sample.point - reference) * (sample.point - reference)).sum()
      guard i > 0, let before = samples[i - 1].reference else { continue }
      let (way, dt) = (reference - before, sample.time - samples[i - 1].time)
      guard dt > 0, dt < 0.1 else { continue }
      // A movement above 1,200 points/s (11° a second at 35 cm) is a saccade; pursuit is slower.
      if way.length / dt > 1200 {
        jump += (way * way).sum()
        flying += 1
      } else {
        speed += (way * way).sum() / (dt * dt)
        resting += 1
      }
    }
    let rest = (speed / Double(2 * max(resting, 1))).squareRoot()
    let seconds = (samples.last?.time ?? 1) - (samples.first?.time ?? 0)
    let flights = Double(max(track.jumps, 1))
    return BestCausalFilter.Truth(
      noise: max((noise / Double(2 * max(samples.count, 1))).squareRoot(), 0.01), noiseTime: noiseTime, white: 0.5,
      speed: max(rest, 1), speedTime: 0.3, jump: max((jump / Double(2 * max(flying, 1))).squareRoot(), 20),
      restTime: max(seconds / flights, 0.1), flightTime: max(Double(flying) / flights / 60, 0.03))
  }
}

extension ScrollTrigger.Settings {
  /// Trigger that never scrolls, for a pipeline of which only the pointer is used.
  fileprivate static let never = ScrollTrigger.Settings(
    edgeZone: 0, edgeDwell: 1, offScreenZone: 0, offScreenDwell: 1, hysteresis: 0, release: 0, cooldown: 0, speed: 0,
    holdLimit: 0, blinkThreshold: 0.5)
}
