public import GazePipeline
public import GazeRecording
private import PortableFoundation

/// The body rig: a person in front of the rear camera, and the 2-D skeleton that an app draws over the picture (2019
/// article).
///
/// Numbers of its random streams: 1 (`BodyTruth`), 6 (`isFailing`) and 8 (`BodyTracker`) of the person, 7 of the phone
/// (`BodyTruth`), and of the take 2 and 5 (`BodyTruth`), 3 and 4 (`BodyCamera`), 9 (`BodyMarks`), 128 to 130, and for
/// each joint one from 140 and one from 170 on (`BodyTracker`). Recordings depend on them, and no test finds a number
/// that two effects of one kind share: a new effect takes a number that is not in this list, and adds it here.
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
