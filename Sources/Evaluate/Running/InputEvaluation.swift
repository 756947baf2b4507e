public import GazeMetrics
public import GazePipeline
public import GazeRecording
import GazeTesting

/// One pipeline on recordings, a frame at a time: against truth where the simulator left it, else against what the app
/// showed.
public struct InputEvaluation: Sendable {
  private let profile: Profile
  private let pipeline: PipelineName
  private let calibration: CalibrationFile?
  private let smoothing: Smoothing?
  private var header: RecordingHeader?
  private var headers: [RecordingHeader] = []
  private var trial: (any Trial)?
  private var participant = 0
  private var results: [PersonResult] = []
  private var reference: Reference?
  private var hasTarget = false

  /// An evaluation at its start.
  public init(
    profile: Profile, pipeline: PipelineName, calibration: CalibrationFile?, smoothing: Smoothing?
  ) {
    self.profile = profile
    self.pipeline = pipeline
    self.calibration = calibration
    self.smoothing = smoothing
  }

  /// Starts a recording.
  public mutating func begin(_ header: RecordingHeader) {
    self.header = header
    headers.append(header)
  }

  /// Takes a frame in.
  public mutating func step(_ frame: RecordedFrame) {
    if reference == nil { reference = frame.truth?.gaze != nil ? .truth : .target }
    if frame.observation.target != nil || frame.observation.intent != nil { hasTarget = true }
    if trial == nil || participant != frame.observation.participant {
      close()
      open(frame.observation.participant)
    }
    trial?.take(frame)
  }

  /// Ends a recording.
  public mutating func end() { close() }

  private mutating func open(_ participant: Int) {
    guard let header else { return }
    self.participant = participant
    var geometry = profile.geometry
    if let points = header.points { geometry.points = points }
    var believed = calibration?.screen(points: geometry.points) ?? geometry
    believed.points = geometry.points
    let setup = PipelineName.Setup(
      geometry: believed, person: calibration?.person(participant) ?? .none, smoothing: smoothingInForce,
      trigger: calibration?.trigger ?? profile.trigger.settings, device: profile.id)
    trial = Evaluate.trial(
      pipeline.pipeline(setup), participant, geometry, reference ?? .target, rate: header.rate)
  }

  private mutating func close() {
    guard var result = trial?.close() else { return }
    trial = nil
    result.isFailing = header?.truth?.people.first { $0.participant == participant }?.failing ?? false
    results.append(result)
  }

  private var smoothingInForce: Smoothing { smoothing ?? calibration?.smoothing.value ?? profile.smoothingValue }

  /// The whole evaluation.
  ///
  /// - Throws: where nothing in the recordings can be judged: no truth, no target, no intent.
  public func evaluation(path: String, limits: [Gate] = []) throws -> Evaluation {
    guard !results.isEmpty else { throw FileError(path: path, message: "holds no frames; there is nothing to judge") }
    guard reference == .truth || hasTarget else {
      throw FileError(
        path: path, field: "target",
        message: "no frame has a target, an intent or a truth, so nothing can be judged; "
          + "`gazesim replay` says what the pipelines would have done")
    }
    let first = headers[0]
    let subject = Evaluation.Subject(
      against: reference ?? .target, device: profile.id, pipeline: pipeline.rawValue,
      scenario: headers.map(\.scenario).joined(separator: "+"), source: first.source.rawValue, preset: first.preset,
      seed: first.seed, phone: first.phone,
      personCalibration: pipeline.takesPersonCalibration && calibration != nil ? "file" : "none",
      deviceCalibration: calibration?.provenance.rawValue ?? "profile",
      smoothing: (pipeline == .standard ? smoothingInForce : .movingAverage(10)).summary)
    return try Evaluation(subject, pointer: results, scroll: results, uncalibrated: 0, limits: limits)
  }
}
