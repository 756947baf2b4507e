private import Foundation
private import GazePipeline
public import GazeRecording

/// One simulated participant's frames, made one at a time; memory does not grow with the length.
///
/// Truth runs on a fixed 240 Hz tick whatever the frame rate. A frame that comes at time t shows the face as it was one
/// latency earlier; the truth beside it is that of t, so lag counts as error.
public struct SimulatedFrames: Sequence, IteratorProtocol, Sendable {
  /// Ticks a second.
  public static let tickRate = 240.0
  /// 64 ticks reach back 267 ms, more than any latency that is allowed with its jitter.
  private static let memory = 64

  private let participant: Int
  private let rate: Double
  private let end: Double
  private let screen: ScreenGeometry
  private let tracker: SimulationParameters.Tracker
  private let timing: RandomStream
  private var phone: PhoneMotion
  private var behaviour: Behaviour
  private var view: TrackerView
  private var dropouts: RandomEvents
  private var ring: [TruthTick] = []
  private var tick: UInt64 = 0
  private var frame: UInt64 = 0
  private var last: FaceFrame?
  private var isOver = false

  init(_ simulation: Simulation, participant: Int) {
    let (parameters, session) = (simulation.parameters, simulation.scenario.session)
    let tickLength = 1 / Self.tickRate
    self.participant = participant
    rate = simulation.rate
    end = simulation.duration ?? simulation.scenario.defaultDuration ?? .infinity
    screen = simulation.screen
    tracker = parameters.tracker
    let person = simulation.person(participant)
    let context = ScriptContext(
      screen: screen, task: parameters.task,
      headShare: SIMD2(parameters.behaviour.headShareH, parameters.behaviour.headShareV), seed: simulation.seed,
      participant: participant, session: session)
    timing = context.stream(.frames)
    phone = PhoneMotion(
      parameters.phone, seed: simulation.seed, participant: participant, session: session, tick: tickLength)
    behaviour = Behaviour(
      parameters, person: person, script: simulation.scenario.script, context: context, tick: tickLength)
    view = TrackerView(
      parameters.tracker, person: person, seed: simulation.seed, participant: participant, session: session,
      tick: tickLength)
    dropouts = RandomEvents(
      context.stream(.dropout), rate: tracker.dropoutRate * person.error.noiseFactor,
      median: tracker.dropoutDuration, spread: 0.3)
    ring.reserveCapacity(Self.memory)
    record()
  }

  /// The next frame, or nil when the scenario is over.
  public mutating func next() -> RecordedFrame? {
    while true {
      let time = Double(frame) / rate
      let now = UInt64((time * Self.tickRate + 1e-6).rounded(.down))
      while tick < now, !isOver { advance() }
      guard !isOver, time < end else { return nil }
      // Draws belong to the tick, so that the same instant has the same luck at every frame rate.
      let luck = timing.uniforms(2 * now)
      let isDropped = luck.x < tracker.dropped && frame > 0
      frame += 1
      if !isDropped { return make(time, now, isDuplicate: luck.y < tracker.duplicated) }
    }
  }

  private mutating func advance() {
    tick += 1
    let time = Double(tick) / Self.tickRate
    isOver = !behaviour.advance(to: tick, time: time)
    phone.advance(to: tick)
    view.advance(to: tick)
    if !isOver { record() }
  }

  private mutating func record() {
    let time = Double(tick) / Self.tickRate
    let now = behaviour.now(time, sway: phone.sway)
    let truth = TruthTick(
      hit: now.hit, state: now.state, lid: now.lid, target: now.target, intent: now.intent,
      headAngles: now.headAngles, eyes: now.eyes, phoneAngles: phone.angles, distance: now.distance,
      isLost: dropouts.phase(at: time) != nil, tracker: view.errors)
    if ring.count < Self.memory { ring.append(truth) } else { ring[Int(tick % UInt64(Self.memory))] = truth }
  }

  private mutating func make(_ time: Double, _ now: UInt64, isDuplicate: Bool) -> RecordedFrame {
    let delay = Swift.max(tracker.latency + tracker.jitter * timing.normal(2 * now + 1), 0)
    let back = Swift.min(UInt64((delay * Self.tickRate).rounded()), now, UInt64(Self.memory - 1))
    let truth = ring[Int(now % UInt64(Self.memory))]
    let shown = ring[Int((now - back) % UInt64(Self.memory))]
    var face = view.look(
      at: shown, head: behaviour.cameraFromFace(shown), worldFromCamera: phone.worldFromCamera(shown),
      index: now - back, time: time)
    if let last, isDuplicate || !face.isTracked {
      // A duplicate repeats the last frame; a lost face keeps its last pose.
      let isTracked = isDuplicate ? last.isTracked : false
      face = last
      face.time = time
      face.isTracked = isTracked
    }
    last = face
    return RecordedFrame(
      observation: Observation(participant: participant, frame: face, target: truth.target, intent: truth.intent),
      truth: Truth(gaze: screen.point(ofHit: truth.hit), state: truth.state))
  }
}
