import GazePipeline
public import GazeRecording

/// One simulated participant's touches and frames, generated one at a time; memory use does not depend on the length.
///
/// The truth advances in ticks of 1/240 s. A sample at time t holds the finger and the camera as they were one latency
/// earlier, and the truth at t. Noise is drawn by tick, so that reports at the same time are equal at every rate that
/// divides 240.
public struct SimulatedDrags: Sequence, IteratorProtocol, Sendable {
  /// Number of ticks that are kept: more than the largest latency.
  private static let memory = 128

  private let rate: Double
  private let end: Double
  private let participant: Int
  private let delay: Int
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
    delay = Int((DragRig.latency(simulation) * DragMoment.tickRate).rounded())
    stream = simulation.stream(DragStream.noise.rawValue, participant: participant)
    behaviour = DragBehaviour(simulation, participant: participant, view: DragRig.trueView(simulation))
    moments = []
    moments.reserveCapacity(Self.memory)
  }

  /// The next sample; nil after the last.
  public mutating func next() -> RecordedDrag? {
    let time = Double(sample) / rate
    guard time < end else { return nil }
    sample += 1
    let tick = Int((time * DragMoment.tickRate + 1e-6).rounded(.down))
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

  private mutating func report(_ moment: DragMoment) -> (DragPhase?, SIMD2<Double>?) {
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
