import Calibrate
import GazeMetrics
package import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// One drag pipeline on one person's samples.
///
/// **Slip**: the trial follows the content that is under the finger when its stroke begins, in the camera's view at
/// that time; slip is the distance of this content from the finger afterwards, on the screen, points. If the content is
/// 87° or more off the camera's axis, slip is the angle between the content and the finger's ray times the focal
/// length. Measured from the reported touches (`slip`), it is the mapping's own error; measured from the true finger
/// (`feltSlip`), it includes touch noise and latency, as a person feels them. Slip is measured in the displayed
/// picture: if a simulator states the true field of view, that field of view is used even if the app states another;
/// without a true field of view, the app's is used.
struct DragTrial: Trial {
  /// The displayed view, which may differ from the view stated to the pipelines.
  private let view: PerspectiveView
  /// True if `DragRig.check(_:)` would refuse the header because it states no view. Then nothing is judged, since the
  /// view would have to be invented.
  private let isRefused: Bool
  private var camera: DragCamera
  /// Cameras of other pipelines, which the page draws in addition to the judged one.
  private var others: [(name: String, camera: DragCamera)]
  private var person: DragPerson
  private var lag: LagEstimator
  private var stroke: Stroke?
  private var felt: Vector3?
  /// Heading and pitch that the person wanted when the finger was last up.
  private var wanted: Vector2?
  private var lift: Vector3?
  private var lastTime: Double?
  private var lastHeading: Double?
  /// Slip of the last touch, points; for replay.
  private var lastSlip: Double?

  private struct Stroke: Sendable {
    var anchor: Vector3
    var start: Vector2
    var turn: Vector2
    var wanted: Vector2?
    var slip = ErrorSummary()
    var isUpsideDown: Bool
    var isCentral = true
    var crossed = false
  }

  init(_ pipeline: Pipeline<DragRig>, _ setup: Setup, participant: Int) {
    let name = pipeline.name
    let read = try? PerspectiveView(setup.header)
    let stated = read ?? .fallback
    let shown = Self.shown(setup.header, stated)
    view = shown ?? stated
    isRefused = read == nil
    camera = pipeline.engine(setup, stated)
    person = DragPerson(participant: participant)
    person.assumesStatedView = shown == nil
    let rate = setup.header.rate.isFinite && setup.header.rate > 0 ? setup.header.rate : DragRig.defaultRate
    // The largest lag is a fifth of a second, since strokes are short.
    lag = LagEstimator(frameInterval: 1 / rate, maximumLag: Int(min(max(rate / 5, 2), 60)))
    others = DragRig.pipelines.filter { DragCamera.drawn.contains($0.name) && $0.name != name }
      .map { ($0.name, $0.engine(setup, stated)) }
    guard participant == 0 else {
      others = []
      return
    }
    let scenario = setup.header.scenario
    person.paths = ([name] + others.map(\.name) + ["finger"]).map { SpherePath($0, scenario: scenario) }
  }

  /// The displayed view that a simulator states; nil if the header does not state it.
  private static func shown(_ header: RecordingHeader, _ stated: PerspectiveView) -> PerspectiveView? {
    guard let degrees = header.constants[RecordedDrag.trueFieldOfView] else { return nil }
    // The header states degrees to 1e-9. If they agree with the field of view that the app states, the app's value is
    // used, since it is exact to the last digit.
    guard abs(degrees - stated.fieldOfView.degrees) > 1e-8 else { return stated }
    return try? PerspectiveView(points: stated.points, fieldOfView: degrees.radians)
  }

  /// Takes in a sample and returns the camera's pose and the slip.
  mutating func step(_ sample: RecordedDrag) -> DragReadout {
    take(sample)
    return DragReadout(pose: camera.pose, slip: lastSlip)
  }

  private mutating func take(_ sample: RecordedDrag) {
    guard !isRefused else { return }
    let (observation, truth) = (sample.observation, sample.truth)
    // A finger that comes down touches the picture shown at that moment, and a coasting camera has moved since the last
    // sample. So the camera first takes a step without a touch, which changes nothing else.
    let before = camera.step(DragTouch(time: sample.time, phase: nil))
    let pose = camera.step(observation.touch)
    for place in others.indices { others[place].camera.step(observation.touch) }
    count(sample.time, pose)
    follow(truth, before, pose, sample.time)
    switch observation.phase {
    case .began:
      if stroke != nil { person.faults += 1 }
      begin(observation, before)
    case .moved:
      if stroke == nil {
        person.faults += 1
        begin(observation, before)
      } else {
        measure(observation, pose)
      }
    case .ended:
      measure(observation, pose)
      end(pose)
    case .cancelled:
      if stroke == nil { person.faults += 1 }
      stroke = nil
    case nil: break
    }
    keepPaths(pose, truth)
  }

  /// The person's results.
  mutating func finish() -> DragPerson {
    coasted(camera.pose)
    person.lag = person.isAgainstTruth ? lag.lag : nil
    return person
  }

  private mutating func count(_ time: Double, _ pose: CameraPose) {
    person.frames += 1
    let q = pose.orientation
    let square = q.w * q.w + q.vector.dot(q.vector)
    if !(abs(square - 1) < 1e-9) { person.nonUnit += 1 }
    let tilt = abs(pose.horizonTilt.degrees)
    if tilt > person.largestTilt { person.largestTilt = tilt }
    if let side = stroke?.isUpsideDown, side != pose.isUpsideDown { stroke?.crossed = true }
    let heading = pose.heading
    if let lastHeading, abs(wrappedAngle(heading - lastHeading)) > .pi / 2 { person.jumps += 1 }
    lastHeading = heading
    // In a recording from another program the times may run backwards or leap.
    let elapsed = lastTime.map { time - $0 } ?? 0
    lastTime = time
    guard elapsed > 0, elapsed < 10 else { return }
    person.seconds += elapsed
    if pose.isUpsideDown { person.upsideDown += elapsed }
  }

  /// Follows the content that the true finger grabbed.
  private mutating func follow(
    _ truth: RecordedDrag.Truth?, _ before: CameraPose, _ pose: CameraPose, _ time: Double
  ) {
    guard let truth else { return }
    person.isAgainstTruth = true
    guard let finger = truth.location else {
      felt = nil
      wanted = SIMD2(truth.heading, truth.pitch)
      return lag.step(truth: nil, pointer: nil, at: time)
    }
    let anchor = felt ?? before.worldDirection(view.ray(through: finger))
    felt = anchor
    let place = view.place(of: pose.cameraDirection(anchor))
    person.feltSlip.add(slip(pose, anchor, finger))
    lag.step(truth: finger, pointer: place, at: time)
  }

  private mutating func begin(_ observation: RecordedDrag.Observation, _ pose: CameraPose) {
    coasted(pose)
    stroke = observation.location.map {
      Stroke(
        anchor: pose.worldDirection(view.ray(through: $0)), start: $0, turn: SIMD2(pose.heading, pose.pitch),
        wanted: wanted, isUpsideDown: pose.isUpsideDown,
        isCentral: DragFit.isCentral($0, view) && DragFit.isLevel(pose.pitch))
    }
  }

  private mutating func measure(_ observation: RecordedDrag.Observation, _ pose: CameraPose) {
    guard let finger = observation.location, let current = stroke else { return }
    let slip = slip(pose, current.anchor, finger)
    let degrees = (slip / view.focalLength).degrees
    lastSlip = slip
    person.slip.add(slip)
    person.slipByWay.add(points: slip, degrees: degrees, at: (finger - current.start).length)
    person.slipByPlace.add(points: slip, degrees: degrees, at: (finger - view.centre).length)
    if DragFit.isCentral(finger, view) { stroke?.slip.add(slip) } else { stroke?.isCentral = false }
  }

  private mutating func end(_ pose: CameraPose) {
    guard let stroke else {
      person.faults += 1
      return
    }
    self.stroke = nil
    person.strokes += 1
    if stroke.crossed { person.crossings += 1 }
    if stroke.isCentral { person.centralSlip.merge(stroke.slip) }
    if let from = stroke.wanted, let to = wanted {
      let off = SIMD2(pose.heading, pose.pitch) - stroke.turn - (to - from)
      person.headingError.add(abs(wrappedAngle(off.x)).degrees)
      person.pitchError.add(abs(off.y).degrees)
    }
    lift = pose.forward
  }

  private mutating func coasted(_ pose: CameraPose) {
    guard let from = lift else { return }
    lift = nil
    person.coasting.add(angle(between: from, and: pose.forward).degrees)
  }

  /// Slip below which it counts as 0, since it is a rounding error, points.
  private static let rounding = 1e-9

  private func slip(_ pose: CameraPose, _ anchor: Vector3, _ finger: Vector2) -> Double {
    let direction = pose.cameraDirection(anchor)
    let slip =
      view.place(of: direction).map { ($0 - finger).length }
      ?? angle(between: direction, and: view.ray(through: finger)) * view.focalLength
    return slip < Self.rounding ? 0 : slip
  }

  private mutating func keepPaths(_ pose: CameraPose, _ truth: RecordedDrag.Truth?) {
    guard !person.paths.isEmpty else { return }
    person.paths[0].add(pose.forward)
    for place in others.indices { person.paths[place + 1].add(others[place].camera.pose.forward) }
    if let truth {
      person.paths[person.paths.count - 1].add(CameraPose(heading: truth.heading, pitch: truth.pitch).forward)
    }
  }
}

/// The pipelines as an enum, without an existential box.
package enum DragCamera: DragPipeline {
  case turning(Article2021DragPipeline)
  case holding(StandardDragPipeline)

  /// Names of the pipelines that the page's sphere shows.
  static let drawn = ["article2021-drag", "standard"]

  package var pose: CameraPose {
    switch self {
    case .turning(let camera): camera.pose
    case .holding(let camera): camera.pose
    }
  }

  @discardableResult
  package mutating func step(_ touch: DragTouch) -> CameraPose {
    switch self {
    case .turning(var camera):
      defer { self = .turning(camera) }
      return camera.step(touch)
    case .holding(var camera):
      defer { self = .holding(camera) }
      return camera.step(touch)
    }
  }
}

/// Pose of a drag pipeline's camera, and the slip of the last touch, points.
package struct DragReadout: Sendable {
  var pose: CameraPose
  var slip: Double?
}
