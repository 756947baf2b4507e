import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate

/// Distance of a pipeline's pointer from its reference, in degrees at the eye, over the settled part of each fixation
/// of a target. Lag and scrolling, which a `PersonTrial` adds, are left out, so that thousands of people are computed
/// in seconds.
///
/// Blinks and frames without a new pointer are left out. A fixation with fewer than `fewestSamples` samples is ignored.
struct FixationErrors: Trial {
  /// Minimum number of samples of a fixation.
  private static let fewestSamples = 5

  /// One person's errors.
  struct Figures: Sendable, Equatable, Codable {
    /// Mean pointer minus mean reference of each fixation, degrees right and up.
    var offsets: [Vector2] = []
    /// Mean over fixations of the angle between the mean directions of pointer and reference, degrees.
    var accuracy: Double?
    /// Mean over samples of the angle between pointer and reference, degrees.
    var sampleError: Double?
  }

  private var pipeline: StandardPipeline
  private let geometry: ScreenGeometry
  private let reference: ErrorReference
  private var shown: (target: Vector2, since: Double)?
  private var fixation = Fixation()
  private var offsets: [Vector2] = []
  private var accuracies = 0.0
  private var errors = (sum: 0.0, count: 0)

  /// - Parameter geometry: the geometry that converts points to directions.
  init(_ pipeline: StandardPipeline, geometry: ScreenGeometry, reference: ErrorReference) {
    self.pipeline = pipeline
    self.geometry = geometry
    self.reference = reference
  }

  /// Returns the errors of a pipeline, which begins in its initial state, on a simulated person's take.
  func figures(of simulation: Simulation, participant: Int) -> Figures {
    var take = SimulatedTake(simulation, participant: participant)
    return TrialDriver.results(&take, [self])[0]
  }

  /// Takes in a frame.
  @discardableResult mutating func step(_ recorded: RecordedFrame) -> PointerOutput {
    let (frame, target) = (recorded.observation.frame, recorded.observation.target)
    let output = pipeline.step(frame)
    if target != shown?.target {
      closeFixation()
      shown = target.map { ($0, frame.time) }
    }
    guard let shown, frame.time - shown.since >= PersonTrial<StandardPipeline>.settling, output.rawPointer != nil,
      recorded.truth?.state != .blink, frame.blink.max() <= 0.5, let pointer = output.pointer,
      let held = reference == .truth ? recorded.truth?.gaze : shown.target, let face = frame.cameraFromFace,
      let eye = CyclopeanEye(frame)
    else { return output }
    let origin = face.apply(eye.origin)
    func direction(_ point: Vector2) -> Vector3 {
      let hit = geometry.hit(ofPoint: point)
      return (SIMD3(hit.x, hit.y, 0) - origin).normalized
    }
    fixation.add(direction(pointer), direction(held))
    return output
  }

  /// Returns the errors over all frames.
  mutating func finish() -> Figures {
    closeFixation()
    guard !offsets.isEmpty else { return Figures() }
    return Figures(
      offsets: offsets, accuracy: accuracies / Double(offsets.count), sampleError: errors.sum / Double(errors.count))
  }

  private mutating func closeFixation() {
    defer { fixation = Fixation() }
    guard fixation.count >= Self.fewestSamples else { return }
    let (seen, held) = (GazeAngles(direction: fixation.pointer), GazeAngles(direction: fixation.held))
    offsets.append(SIMD2((seen.yaw - held.yaw).degrees, (seen.pitch - held.pitch).degrees))
    accuracies += angle(between: fixation.pointer, and: fixation.held).degrees
    errors.sum += fixation.errors
    errors.count += fixation.count
  }

  /// The fixation in progress.
  private struct Fixation: Sendable {
    var pointer = Vector3.zero
    var held = Vector3.zero
    var errors = 0.0
    var count = 0

    mutating func add(_ pointer: Vector3, _ held: Vector3) {
      let error = angle(between: pointer, and: held).degrees
      guard error.isFinite else { return }
      self.pointer += pointer
      self.held += held
      errors += error
      count += 1
    }
  }
}
