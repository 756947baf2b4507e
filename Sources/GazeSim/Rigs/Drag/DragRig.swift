public import GazePipeline
public import GazeRecording

/// The drag rig: a person who looks around a 360° picture with strokes of a finger.
///
/// Numbers of its random streams: 1 of the person (`DragPlan`), 1 of the phone, and of the take 2 to 6 (`DragPlan`) and
/// 128 (`SimulatedDrags`). Recordings depend on them, and no test finds a number that two effects of one kind share:
/// a new effect takes a number that is not in this list, and adds it here.
public enum DragRig: SimulatedRig {
  /// Constants of the simulator.
  public typealias Parameters = DragParameters
  /// Scenarios of the rig.
  public typealias Task = DragScenario
  /// Sample of the rig.
  public typealias Sample = RecordedDrag
  /// A participant's samples.
  public typealias Samples = SimulatedDrags

  /// Report rate of iPhones' digitisers, which is 60 or 120 per second.
  public static let defaultRate = 60.0
  /// Sample rates that a simulation supports.
  public static let rates = 20.0...240

  /// One participant's samples.
  public static func samples(_ simulation: RigSimulation<DragRig>, participant: Int) -> SimulatedDrags {
    SimulatedDrags(simulation, participant: participant)
  }

  /// Orientation from `view.orientation`; landscape by default, as in the article.
  public static func orientation(_ simulation: RigSimulation<DragRig>) -> ScreenOrientation {
    simulation.parameters.view.interface
  }

  /// The interface's width and height, points.
  private static func points(_ simulation: RigSimulation<DragRig>) -> Vector2 {
    simulation.parameters.view.interface.viewport(upright: simulation.device.geometry.points)
  }

  /// The view as stated by the app, and the true view.
  public static func constants(_ simulation: RigSimulation<DragRig>) -> [String: Double] {
    let points = points(simulation)
    // The value is rounded, because conversion to radians and back turns 60 into 59.99999999999999.
    func degrees(_ angle: Double) -> Double { (angle.degrees * 1e9).rounded() / 1e9 }
    return [
      "width": points.x, "height": points.y,
      "fieldOfViewDegrees": degrees(simulation.parameters.view.fieldOfView),
      RecordedDrag.trueFieldOfView: degrees(trueView(simulation).fieldOfView),
    ]
  }

  /// False for everyone, because a digitiser fails for no person unless it is broken.
  public static func isFailing(_ simulation: RigSimulation<DragRig>, participant: Int) -> Bool { false }

  /// The picture's true view, which the header may state wrongly.
  static func trueView(_ simulation: RigSimulation<DragRig>) -> PerspectiveView {
    let view = simulation.parameters.view
    let angle = min(max(view.fieldOfView + view.fieldOfViewError, 5.0.radians), 175.0.radians)
    do {
      return try PerspectiveView(points: points(simulation), fieldOfView: angle)
    } catch {
      return .fallback
    }
  }

  /// This phone's latency, seconds.
  static func latency(_ simulation: RigSimulation<DragRig>) -> Double {
    let touch = simulation.parameters.touch
    guard simulation.phone > 0 else { return touch.latency }
    let factor = 1 + touch.latencySpread * simulation.phoneStream(1).normal(0)
    return touch.latency * min(max(factor, 0.5), 1.5)
  }
}

/// One simulated participant's touches and frames, generated one at a time; memory use does not depend on the length.
///
/// The truth advances in ticks of 1/240 s. A sample at time t holds the finger and the camera as they were one latency
/// earlier, and the truth at t. Noise is drawn by tick, so that reports at the same time are equal at every rate that
/// divides 240.
public struct SimulatedDrags: Sequence, IteratorProtocol, Sendable {
  /// Number of ticks that are kept, 533 ms: more than the largest `touch.latency` that its row allows, times the
  /// largest factor of `DragRig.latency`.
  private static let memory = 128

  private let rate, end: Double
  private let participant, delay: Int
  private let noise: Double
  private let stream: RandomStream
  private var behaviour: DragBehaviour
  private var moments: [DragMoment]
  private var ticks = 0
  private var sample = 0
  /// The stroke whose beginning has been reported but not its end.
  private var open: DragStroke?

  init(_ simulation: RigSimulation<DragRig>, participant: Int) {
    let parameters = simulation.parameters
    rate = simulation.rate
    end = simulation.seconds ?? 0
    self.participant = participant
    noise = parameters.touch.noise
    delay = Int((DragRig.latency(simulation) * Clock.rate).rounded())
    stream = simulation.stream(128, participant: participant)
    behaviour = DragBehaviour(simulation, participant: participant, view: DragRig.trueView(simulation))
    moments = []
    moments.reserveCapacity(Self.memory)
  }

  /// The next sample; nil after the last.
  public mutating func next() -> RecordedDrag? {
    let time = Double(sample) / rate
    guard time < end else { return nil }
    sample += 1
    let tick = Int((time * Clock.rate + 1e-6).rounded(.down))
    while ticks <= tick {
      let moment = behaviour.step()
      if moments.count < Self.memory { moments.append(moment) } else { moments[ticks % Self.memory] = moment }
      ticks += 1
    }
    let now = moments[tick % Self.memory]
    let reported = Swift.max(tick - delay, 0)
    let then = moments[reported % Self.memory]
    let (phase, place) = report(then)
    let location = place.map { $0 + noise * stream.normals(UInt64(reported)) }
    let grabbed = phase == nil ? nil : then.anchor
    return RecordedDrag(
      participant: participant,
      observation: .init(
        time: time, phase: phase, location: location,
        camera: CameraPose(heading: then.turn.x, pitch: then.turn.y).orientation, anchor: grabbed),
      truth: .init(location: now.location, heading: now.turn.x, pitch: now.turn.y, state: now.state))
  }

  private mutating func report(_ moment: DragMoment) -> (DragPhase?, Vector2?) {
    guard let stroke = open else {
      // A stroke that begins and ends between two samples is not reported.
      guard let new = moment.stroke else { return (nil, nil) }
      open = new
      return (.began, moment.location)
    }
    if moment.stroke?.number == stroke.number { return (.moved, moment.location) }
    open = nil
    return (.ended, stroke.location(at: stroke.end))
  }
}
