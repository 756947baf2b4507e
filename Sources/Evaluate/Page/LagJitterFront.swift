import GazeMetrics
import GazePipeline
import GazeRecording

/// One filter in the chart of lag against jitter: its lag and the remaining jitter.
package struct LagJitterPoint: Sendable, Codable, Equatable {
  /// The filter with its parameters.
  var smoothing: String
  /// The filter's family.
  var family: String
  /// Delay of the pointer after the gaze, mean over people.
  var lagMilliseconds: Double
  /// RMS of the differences of successive samples within fixations, mean over people, degrees.
  var jitterDegrees: Double
  /// Mean error, mean over people, degrees.
  var errorDegrees: Double
  /// True for the filter that the evaluated pipeline uses.
  var isChosen: Bool
}

/// Lag against jitter of a list of filters that are all applied to the same raw pointers of the same few people.
enum LagJitterFront {
  /// The filters: first no filter, then families of filters from weak to strong with untuned parameters. The filter
  /// `chosen` is last if it is not among these.
  static func bank(_ chosen: Smoothing?) -> [Smoothing] {
    var bank: [Smoothing] = [.none]
    bank += [3, 6, 10, 16, 24].map { .movingAverage($0) }
    bank += [0.03, 0.06, 0.12, 0.25].map { .exponential(.init(timeConstant: $0)) }
    bank += [0.06, 0.12, 0.25].map { .doubleExponential(.init(timeConstant: $0, trendTimeConstant: 0.5)) }
    bank += [0.5, 1, 2, 4].map { .oneEuro(.init(minCutoff: $0, beta: 0.02)) }
    bank += [6, 12, 20, 32].map { .gatedTriangular(.init(window: $0, threshold: 30)) }
    bank += [4, 16, 64].map { .kalman(.init(noise: $0)) }
    return chosen.map { bank.contains($0) ? bank : bank + [$0] } ?? bank
  }

  /// Means over people; a filter that has a value for nobody is left out.
  static func points(_ bank: [Smoothing], chosen: Smoothing?, people: [[FrontFigures]]) -> [LagJitterPoint] {
    bank.indices.compactMap { index in
      var (lag, jitter, error) = (Mean(), Mean(), Mean())
      for person in people where index < person.count {
        lag.add(person[index].lag)
        jitter.add(person[index].jitter)
        error.add(person[index].error)
      }
      guard let lag = lag.value, let jitter = jitter.value, let error = error.value else { return nil }
      return LagJitterPoint(
        smoothing: bank[index].summary, family: bank[index].family.rawValue, lagMilliseconds: lag * 1000,
        jitterDegrees: jitter, errorDegrees: error, isChosen: bank[index] == chosen)
    }
  }
}

/// One person's figures of one filter: lag in seconds, jitter and error in degrees.
struct FrontFigures: Sendable, Equatable {
  var lag: Double?
  var jitter: Double?
  var error: Double?
}

/// One person's raw pointer while targets are shown, at the full rate, to which a list of filters is applied.
struct FrontBuilder: Sendable {
  private struct Sample: Sendable {
    var time: Double
    var raw: Vector2?
    var gaze: Vector2?
    var target: Vector2?
    var eye: Vector3?
  }

  private var samples: [Sample] = []
  private var isUsed = false
  private var hasTake = false
  private var start: Double?

  /// Starts a take; only the first take with targets is used.
  mutating func begin(isUsed: Bool) {
    self.isUsed = isUsed && !hasTake
    if isUsed { hasTake = true }
    start = nil
  }

  /// Adds a frame and the pipeline's pointer before smoothing.
  mutating func add(_ recorded: RecordedFrame, raw: Vector2?) {
    guard isUsed else { return }
    let frame = recorded.observation.frame
    if start == nil { start = frame.time }
    guard let start, frame.time - start < TraceSampling.frontSeconds, samples.count < 20_000 else { return }
    let isBlinking = recorded.truth?.state == .blink || frame.blink.max() > 0.5
    var eye: Vector3?
    if !isBlinking, let face = frame.cameraFromFace { eye = CyclopeanEye(frame).map { face.apply($0.origin) } }
    samples.append(
      Sample(
        time: frame.time, raw: raw, gaze: isBlinking ? nil : recorded.truth?.gaze,
        target: recorded.observation.target, eye: eye))
  }

  /// One person's figures for each filter.
  func figures(_ bank: [Smoothing], rate: Double, screen: ScreenGeometry) -> [FrontFigures] {
    bank.map { figures(PointerFilter($0), rate: rate, screen: screen) }
  }

  private func figures(_ filter: PointerFilter, rate: Double, screen: ScreenGeometry) -> FrontFigures {
    var filter = filter
    var lag = LagEstimator(frameInterval: 1 / rate, maximumLag: Int(min(max(rate / 2, 4), 120).rounded()))
    var shown: (target: Vector2, since: Double)?
    var fixation = FixationQuality(target: .zero)
    var (jitter, error) = (Mean(), Mean())
    func close() { jitter.add(fixation.rmsS2SDegrees) }
    for sample in samples {
      let pointer = sample.raw.map { filter.step($0, at: sample.time) }
      lag.step(truth: sample.gaze, pointer: sample.gaze == nil ? nil : pointer, at: sample.time)
      if sample.target != shown?.target {
        close()
        fixation = FixationQuality(target: .zero)
        shown = sample.target.map { ($0, sample.time) }
      }
      guard let eye = sample.eye, let pointer else {
        fixation.add(nil, at: sample.time)
        continue
      }
      func way(_ point: Vector2) -> Vector3 {
        let hit = screen.hit(ofPoint: point)
        return SIMD3(hit.x, hit.y, 0) - eye
      }
      let seen = way(pointer)
      if let gaze = sample.gaze, screen.contains(gaze) {
        error.add(angle(between: seen, and: way(gaze)).degrees)
      }
      if let shown, sample.time - shown.since >= settlingTime {
        let (a, b) = (GazeAngles(direction: seen), GazeAngles(direction: way(shown.target)))
        fixation.add(GazeAngles(yaw: a.yaw - b.yaw, pitch: a.pitch - b.pitch), at: sample.time)
      }
    }
    close()
    return FrontFigures(lag: lag.lag, jitter: jitter.value, error: error.value)
  }
}

/// Seconds after a target's change before jitter counts: longer than in a trial, since a slow filter still moves to its
/// target, and the movement would count as jitter.
private let settlingTime = 0.9
