private import Foundation
public import GazePipeline
public import GazeRecording

/// One simulated participant's frames, made one at a time; memory does not grow with the length.
///
/// Truth runs on a fixed 240 Hz tick whatever the frame rate. A frame that comes at time t shows the face as it was one
/// latency earlier; the truth beside it is that of t, so lag counts as error. To close the loop, pass each frame to a
/// pipeline and its command back through `scroll(_:)` before asking for the next one.
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
  private let latency: Double
  private let timing: RandomStream
  private var phone: PhoneMotion
  private var head: HeadMotion
  private var behaviour: Behaviour
  private var drift: Wander
  private var view: TrackerView
  private var dropouts: RandomEvents
  private var moments: [Moment] = []
  private var tick = 0
  private var frame = 0
  /// The frame that was given last: what a duplicate repeats and a lost face holds.
  private var isAnyGiven = false
  private var face = FaceFrame(time: 0, face: .identity, leftEye: .identity, rightEye: .identity)
  private var reacquisition: Reacquisition?
  private var reacquired = -Double.infinity
  private var isOver = false

  init(_ simulation: Simulation, participant: Int) {
    let parameters = simulation.parameters
    let number = simulation.session ?? simulation.scenario.session
    let (person, session) = (simulation.person(participant), simulation.session(participant))
    let tickLength = 1 / Self.tickRate
    self.participant = participant
    rate = simulation.rate
    end = simulation.seconds ?? .infinity
    tracker = parameters.tracker
    latency = session.latency
    // All is simulated in the interface's axes; only the camera's pose is then turned to the portrait view's.
    let turned = simulation.screen
    screen = ScreenGeometry(points: turned.points, metres: turned.metres, camera: turned.camera)
    let context = ScriptContext(
      screen: screen, task: parameters.task, person: person,
      headShare: person.flag == .limitedHead ? .zero : SIMD2(parameters.head.shareH, parameters.head.shareV),
      distance: session.distance, isClosedLoop: simulation.loop != "open", seed: simulation.seed,
      participant: participant, session: number, take: simulation.take ?? simulation.scenario.take)
    timing = context.stream(.frames)
    phone = PhoneMotion(
      parameters.phone, recline: session.recline, orientation: simulation.orientation, memory: Self.memory,
      tick: tickLength, context.stream)
    head = HeadMotion(
      parameters, person: person, session: session, orientation: simulation.orientation, memory: Self.memory,
      tick: tickLength, context.stream)
    behaviour = Behaviour(
      parameters, person: person, session: session, head: head, script: simulation.scenario.script, context: context,
      tick: tickLength)
    // dx = −x/τ + √(2D) dW is stationary with variance D·τ.
    let eyes = parameters.eyes
    drift = Wander(
      context.stream(.fixationDrift),
      sd: SIMD3(repeating: (eyes.driftDiffusion * eyes.driftTime).squareRoot()), timeConstant: eyes.driftTime,
      tick: tickLength, memory: Self.memory)
    view = TrackerView(
      parameters.tracker, person: person, session: session, memory: Self.memory, tick: tickLength, context.stream)
    dropouts = RandomEvents(
      context.stream(.dropout), rate: tracker.dropoutRate * person.error.noiseFactor,
      median: tracker.dropoutDuration, spread: 0.3)
    moments.reserveCapacity(Self.memory)
    record()
  }

  /// The next frame, or nil when the scenario is over.
  public mutating func next() -> RecordedFrame? {
    while true {
      let time = Double(frame) / rate
      let now = Int((time * Self.tickRate + 1e-6).rounded(.down))
      while tick < now, !isOver { advance() }
      guard !isOver, time < end else { return nil }
      // Draws belong to the tick, so that the same instant has the same luck at every frame rate.
      let luck = timing.luck(UInt64(now))
      // A hot phone gives every other frame.
      let isThrottled = time >= tracker.thermalTime && frame % 2 == 1
      let isDropped = isThrottled || luck.uniforms.x < tracker.dropped && frame > 0
      frame += 1
      if !isDropped { return make(time, now, luck.bell, isDuplicate: luck.uniforms.y < tracker.duplicated) }
    }
  }

  /// The command that a pipeline gave for the last frame: it moves the page at once, and the person sees it
  /// move from the next tick on.
  public mutating func scroll(_ command: ScrollCommand) {
    guard command.direction != .none else { return }
    behaviour.scroll(command)
  }

  private mutating func advance() {
    tick += 1
    isOver = !behaviour.advance(to: tick, time: Double(tick) / Self.tickRate)
    if !isOver { record() }
  }

  private mutating func record() {
    let time = Double(tick) / Self.tickRate
    let isLost = time >= dropouts.start && dropouts.phase(at: time) != nil
    let moment = behaviour.moment(at: time, isLost: isLost)
    if moments.count < Self.memory { moments.append(moment) } else { moments[tick % Self.memory] = moment }
  }

  /// Where the visual axes meet the screen's plane at a tick, metres.
  private mutating func hit(_ moment: Moment, at tick: Int) -> SIMD2<Double> {
    let d = drift.value(at: UInt64(tick))
    return moment.hit + SIMD2(d.x, d.y) * moment.distance
  }

  @inline(__always)
  private mutating func make(_ time: Double, _ now: Int, _ bell: Double, isDuplicate: Bool) -> RecordedFrame {
    let delay = Swift.max(latency + tracker.jitter * bell, 0)
    let shownTick = now - Swift.min(Int((delay * Self.tickRate).rounded()), now, Self.memory - 1)
    let gaze = screen.point(ofHit: hit(moments[now % Self.memory], at: now))
    show(shownTick, time, isDuplicate: isDuplicate)
    let surroundings = behaviour.surroundings(at: time)
    return RecordedFrame(
      observation: Observation(
        participant: participant, frame: face, target: surroundings.target, intent: surroundings.intent),
      truth: Truth(gaze: gaze, state: moments[now % Self.memory].state, page: surroundings.page))
  }

  /// Makes `face` the frame that comes at `time`.
  private mutating func show(_ shownTick: Int, _ time: Double, isDuplicate: Bool) {
    defer { isAnyGiven = true }
    if isDuplicate, isAnyGiven {
      face.time = time
      return
    }
    let scene = scene(shownTick)
    let isSeen = view.isTracked(scene)
    if !isSeen, isAnyGiven {
      face.time = time
      face.isTracked = false
      return
    }
    if isAnyGiven, !face.isTracked {
      reacquisition = Reacquisition(from: face, at: time, lasting: tracker.reacquire)
      reacquired = time + tracker.reacquire
    }
    view.look(scene, at: UInt64(shownTick), time: time, into: &face)
    face.isTracked = isSeen
    // Asked by the clock: the value is large, and nearly always there is none.
    if time < reacquired { reacquisition?.blend(into: &face) }
  }

  /// What there is to be seen at a tick.
  private mutating func scene(_ shownTick: Int) -> TrackerView.Scene {
    let shown = moments[shownTick % Self.memory]
    let (at, time) = (UInt64(shownTick), Double(shownTick) / Self.tickRate)
    let phone = phone.pose(at: at, time)
    let head = head.pose(at: at, time, turn: shown.turn, distance: shown.distance, sway: phone.sway)
    return TrackerView.Scene(
      hit: hit(shown, at: shownTick), interfaceFromFace: head.interfaceFromFace, headAngles: head.angles,
      worldFromInterface: phone.worldFromInterface, worldFromPortrait: phone.worldFromPortrait, moment: shown)
  }
}
