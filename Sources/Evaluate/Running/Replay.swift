private import GazeMetrics
private import GazePipeline
public import GazeRecording

/// What several pipelines would have done with a recording: streaming, without any truth.
public struct Replay: Sendable {
  /// What came of it.
  public struct Report: Sendable, Codable {
    /// One pipeline's doings.
    public struct Pipeline: Sendable, Codable {
      /// Its name.
      public var pipeline: String
      /// Scrolls that it would have made.
      public var scrolls: Int
      /// Those towards the beginning.
      public var up: Int
      /// Those towards the end.
      public var down: Int
      /// Their length, points.
      public var pointsScrolled: Double
      /// Scrolls a minute.
      public var scrollsPerMinute: Double?
      /// Share of frames in which the pointer was held.
      public var heldShare: Double?
      /// Share of frames with the pointer on the screen.
      public var onScreenShare: Double?
    }

    /// `gazesim.replay`.
    public var schema = "gazesim.replay"
    /// Version of this layout.
    public var version = 1
    /// The device's identifier.
    public var device: String
    /// `simulated` or `recorded`.
    public var source: String
    /// Frames.
    public var frames: Int
    /// From the first frame to the last, added up over people.
    public var seconds: Double
    /// Nominal frames a second.
    public var rate: Double
    /// 1 − frames with a face / frames expected.
    public var dataLoss: Double?
    /// Closures of both lids beyond one half.
    public var blinks: Int
    /// Blinks a minute with a face.
    public var blinksPerMinute: Double?
    /// What the source does not hold and was assumed.
    public var assumptions: [String]
    /// The pipelines.
    public var pipelines: [Pipeline]
  }

  private struct Runner: Sendable {
    let name: PipelineName
    var pipeline: any PointerPipeline
    var events = ScrollEventBuilder()
    var up = 0
    var down = 0
    var points = 0.0
    var held = 0
    var onScreen = 0

    mutating func count(_ event: ScrollEvent?) {
      guard let event else { return }
      if event.direction == .up { up += 1 } else { down += 1 }
      points += event.distance
    }
  }

  private let header: RecordingHeader
  private let profile: Profile
  private let calibration: CalibrationFile?
  private let names: [PipelineName]
  private var runners: [Runner] = []
  private var participant: Int?
  private var firstTime = 0.0
  private var lastTime = 0.0
  private var seconds = 0.0
  private var frames = 0
  private var tracked = 0
  private var blinks = 0
  private var isBlinking = false

  /// A replay at its start.
  public init(
    header: RecordingHeader, profile: Profile, calibration: CalibrationFile?, pipelines: [PipelineName]
  ) {
    self.header = header
    self.profile = profile
    self.calibration = calibration
    names = pipelines
  }

  private var geometry: ScreenGeometry {
    var geometry = calibration?.screen(points: profile.geometry.points) ?? profile.geometry
    if let points = header.points { geometry.points = points }
    return geometry
  }

  /// Takes a frame in.
  public mutating func step(_ observation: Observation) {
    let frame = observation.frame
    if participant != observation.participant { begin(observation.participant, at: frame.time) }
    frames += 1
    if frame.isTracked { tracked += 1 }
    lastTime = frame.time
    let isClosed = frame.isTracked && min(frame.blink.x, frame.blink.y) > 0.5
    if isClosed, !isBlinking { blinks += 1 }
    isBlinking = isClosed
    for index in runners.indices {
      let output = runners[index].pipeline.step(frame)
      if output.rawPointer == nil { runners[index].held += 1 }
      if let pointer = output.pointer, geometry.contains(pointer) { runners[index].onScreen += 1 }
      runners[index].count(
        runners[index].events.step(
          time: frame.time, direction: output.scroll.direction, distance: output.scroll.distance))
    }
  }

  /// Another person: a fresh pipeline with that person's part.
  private mutating func begin(_ next: Int, at time: Double) {
    end()
    participant = next
    firstTime = time
    let setup = PipelineName.Setup(
      geometry: geometry, person: calibration?.person(next) ?? .none,
      smoothing: calibration?.smoothing.value ?? profile.smoothingValue,
      trigger: calibration?.trigger ?? profile.trigger.settings, device: profile.id)
    if runners.isEmpty {
      runners = names.map { Runner(name: $0, pipeline: $0.pipeline(setup)) }
    } else {
      for index in runners.indices { runners[index].pipeline = runners[index].name.pipeline(setup) }
    }
  }

  private mutating func end() {
    guard participant != nil else { return }
    // A stranger's times may be so far apart that their difference is not finite.
    seconds += min(max(lastTime - firstTime, 0), 1e12)
    isBlinking = false
    for index in runners.indices { runners[index].count(runners[index].events.finish()) }
  }

  /// What came of it.
  public mutating func finish() -> Report {
    end()
    participant = nil
    let minutes = seconds / 60
    func rate(_ count: Int) -> Double? { minutes > 0 ? Double(count) / minutes : nil }
    func share(_ count: Int) -> Double? { frames > 0 ? Double(count) / Double(frames) : nil }
    let expected = max((seconds * header.rate).rounded() + 1, Double(frames))
    return Report(
      device: profile.id, source: header.source.rawValue, frames: frames, seconds: seconds, rate: header.rate,
      dataLoss: frames > 0 ? 1 - Double(tracked) / expected : nil, blinks: blinks, blinksPerMinute: rate(blinks),
      assumptions: header.assumptions,
      pipelines: runners.map { runner in
        Report.Pipeline(
          pipeline: runner.name.rawValue, scrolls: runner.up + runner.down, up: runner.up, down: runner.down,
          pointsScrolled: runner.points, scrollsPerMinute: rate(runner.up + runner.down),
          heldShare: share(runner.held), onScreenShare: share(runner.onScreen))
      })
  }
}
