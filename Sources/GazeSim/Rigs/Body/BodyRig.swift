public import GazePipeline
public import GazeRecording
private import PortableFoundation

/// The body rig: a person in front of the rear camera, and the 2-D skeleton that an app draws over the picture (2019
/// article).
public enum BodyRig: SimulatedRig {
  /// Constants of the simulator.
  public typealias Parameters = BodyParameters
  /// Scenarios of the rig.
  public typealias Task = BodyScenario
  /// A frame.
  public typealias Sample = RecordedBody

  /// ARKit's frame rate.
  public static var defaultRate: Double { 60 }
  /// Frame rates of a camera.
  public static var rates: ClosedRange<Double> { 10...120 }

  /// One participant's frames.
  public static func samples(_ simulation: RigSimulation<BodyRig>, participant: Int) -> BodySamples {
    BodySamples(simulation, participant: participant)
  }

  /// Orientation from `body.orientation`.
  public static func orientation(_ simulation: RigSimulation<BodyRig>) -> ScreenOrientation {
    simulation.parameters.camera.interface
  }

  /// Sizes of the picture and the view; the header itself states the phone's orientation.
  public static func constants(_ simulation: RigSimulation<BodyRig>) -> [String: Double] {
    let camera = simulation.parameters.camera
    let view = camera.interface.viewport(upright: simulation.device.geometry.points)
    return [
      "imageWidth": camera.imageWidth, "imageHeight": camera.imageHeight,
      "fieldOfViewDegrees": camera.fieldOfView.degrees,
      "viewportWidth": view.x, "viewportHeight": view.y,
    ]
  }

  /// True if the tracker hardly ever finds this person.
  public static func isFailing(_ simulation: RigSimulation<BodyRig>, participant: Int) -> Bool {
    simulation.personStream(6, participant: participant).uniform(0) < simulation.parameters.people.failingShare
  }
}

/// A simulated person's frames.
public struct BodySamples: Sequence, IteratorProtocol, Sendable {
  private let participant: Int
  private let rate: Double
  private let count: UInt64
  private var index: UInt64 = 0
  private var truth: BodyTruth
  private var tracker: BodyTracker
  private var marks: BodyMarks

  init(_ simulation: RigSimulation<BodyRig>, participant: Int) {
    self.participant = participant
    rate = simulation.rate
    let seconds = simulation.seconds ?? 60
    count = UInt64(Swift.max((seconds * rate).rounded(), 1))
    truth = BodyTruth(simulation, participant: participant)
    tracker = BodyTracker(simulation, participant: participant)
    marks = BodyMarks(simulation.parameters.marking, simulation.stream(9, participant: participant))
  }

  /// The next frame; nil when the time is over.
  public mutating func next() -> RecordedBody? {
    guard index < count else { return nil }
    defer { index += 1 }
    let time = Double(index) / rate
    let now = truth.moment(at: BodyTruth.tick(time))
    let skeleton = tracker.skeleton(index, at: time, &truth)
    var joints = BodyPoints()
    for joint in BodyJoint.allCases { joints[joint] = now.pixels[joint.rawValue].map(truth.camera.shown) }
    let shown = marks.step(at: time, joints, now, view: truth.camera.viewport)
    return RecordedBody(
      participant: participant, observation: .init(skeleton: skeleton, shown: shown),
      truth: .init(joints: joints, seen: now.seen, state: now.state))
  }
}

/// Tasks of simulated people in front of the rear camera.
public enum BodyScenario: String, RigScenario {
  /// Standing at many places, while somebody marks the joints on frozen pictures.
  case calibration
  /// Walking about, now and then out of the picture and back.
  case walking
  /// Standing and waving.
  case waving
  /// Standing and turning.
  case standing
  /// Standing, waving and walking behind a counter.
  case occluded
  /// Walking and waving in front of a turned phone: `--set body.orientation=0…3`.
  case orientations

  /// Description in one sentence.
  public var summary: String {
    switch self {
    case .calibration:
      "standing at many places while somebody marks joints on frozen pictures, some wrongly; fits the overlay"
    case .walking: "walking about, now and then out of the picture and back; measures the overlay and its lag"
    case .waving: "standing and waving one arm; measures the overlay, lag and jitter"
    case .standing: "standing and turning; measures the overlay and jitter"
    case .occluded: "standing, waving and walking behind a counter; counts circles where no joint is seen"
    case .orientations: "walking and waving before a turned phone (body.orientation, landscapeRight if not set)"
    }
  }

  /// Duration by default, seconds.
  public var defaultDuration: Double? { 60 }

  /// Number of the session: 0 for the calibration, which takes place in an earlier session, else 1.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// Constants in which the scenario differs from the preset.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .calibration: [("marking.interval", 0.5), ("behaviour.leaves", 0)]
    case .occluded: [("body.counter", 1), ("behaviour.leaves", 0.1)]
    case .orientations: [("body.orientation", 1)]
    case .walking, .waving, .standing: []
    }
  }

  /// Probability of each kind of episode.
  var habits: (walk: Double, wave: Double, turn: Double) {
    switch self {
    case .calibration: (0.4, 0, 0.1)
    case .walking: (0.8, 0, 0)
    case .waving: (0.05, 0.65, 0)
    case .standing: (0, 0, 0.4)
    case .occluded: (0.3, 0.3, 0.1)
    case .orientations: (0.45, 0.3, 0.1)
    }
  }
}
