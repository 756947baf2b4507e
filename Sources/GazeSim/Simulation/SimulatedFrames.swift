public import GazePipeline
public import GazeRecording
private import PortableFoundation

/// One simulated participant's frames, generated one at a time; memory use does not depend on the length.
///
/// The truth advances in ticks of 1/240 s at every frame rate. A frame that arrives at time t shows the face as it was
/// one latency earlier, but holds the truth at t, so lag counts as error. To close the loop, pass each frame to a
/// pipeline, and the pipeline's command to `scroll(_:)` before requesting the next frame.
public struct SimulatedFrames: Sequence, IteratorProtocol, Sendable {
  private let rate, end: Double
  private let screen: ScreenGeometry
  private let tracker: SimulationParameters.Tracker
  private let latency: Double
  private let recordsPageOffset: Bool
  private let timing: RandomStream
  private var phone: PhoneMotion
  private var head: HeadMotion
  private var behaviour: Behaviour
  private var drift: Wander
  private var view: TrackerView
  private var dropouts: RandomEvents
  private let slip: GazeSlip
  private var memory = Memory()
  /// Time before which the person's state does not change, seconds.
  private var quietUntil = -Double.infinity
  private var tick = 0
  private var frame = 0
  /// The frame that was returned last, which a duplicate repeats and a lost face keeps; nil after the end. The frame is
  /// stored as the optional that `next()` returns and is mutated in place, because copying the large frame would be
  /// expensive.
  @usableFromInline var lastFrame: RecordedFrame?
  private var hasGivenFrame = false
  private var reacquisition: Reacquisition?
  private var reacquired = -Double.infinity
  private var isOver = false

  init(_ simulation: Simulation, participant: Int) {
    let parameters = simulation.parameters
    let number = simulation.session ?? simulation.scenario.session
    let (person, session) = (simulation.person(participant), simulation.session(participant))
    rate = simulation.rate
    end = simulation.seconds ?? .infinity
    tracker = parameters.tracker
    latency = session.latency
    recordsPageOffset = simulation.recordsTextLines
    // Everything is simulated in the interface's axes; at the end, only the camera's pose is turned to the axes of the
    // portrait view.
    let turned = simulation.screen
    screen = ScreenGeometry(points: turned.points, metres: turned.metres, camera: turned.camera)
    let context = ScriptContext(
      screen: screen, task: parameters.task, person: person,
      headShare: person.flag == .limitedHead ? .zero : SIMD2(parameters.head.shareH, parameters.head.shareV),
      distance: session.distance, isClosedLoop: simulation.loop != "open", seed: simulation.seed,
      participant: participant, session: number, take: simulation.take ?? simulation.scenario.take,
      noise: simulation.noise)
    timing = context.stream(.frames)
    lastFrame = RecordedFrame(
      observation: RecordedFrame.Observation(
        participant: participant,
        frame: FaceFrame(time: 0, face: .identity, leftEye: .identity, rightEye: .identity, blendShapes: BlendShapes()))
    )
    phone = PhoneMotion(
      parameters.phone, recline: session.recline, orientation: simulation.orientation, context.stream)
    head = HeadMotion(
      parameters, person: person, session: session, orientation: simulation.orientation, context.stream)
    behaviour = Behaviour(
      parameters, person: person, session: session, head: head, script: simulation.scenario.script, context: context)
    // The process dx = −x/τ dt + √(2D) dW is stationary with variance D·τ.
    let eyes = parameters.eyes
    drift = Wander(
      context.stream(.fixationDrift),
      sd: SIMD3(repeating: (eyes.fixationDrift * eyes.fixationDriftTime).squareRoot()),
      timeConstant: eyes.fixationDriftTime)
    view = TrackerView(
      parameters.tracker, person: person, session: session, context.stream)
    view.signals = behaviour.signs.map {
      SignSignals(parameters.signs, $0.habits, context.stream)
    }
    dropouts = RandomEvents(
      context.stream(.dropout), rate: tracker.dropoutRate * person.error.noiseFactor,
      median: tracker.dropoutDuration, spread: 0.3)
    slip = GazeSlip(parameters, flag: person.flag)
    record(0)
  }

  /// The next frame, or nil when the scenario is over.
  ///
  /// Inlined, which saves one copy of the large frame.
  @inlinable public mutating func next() -> RecordedFrame? {
    goOn()
    return lastFrame
  }

  /// Replaces a frame by the next one; returns false if the scenario is over. Where `next()` would be called in a loop
  /// whose body takes the frame apart, this saves two copies of the large frame.
  package mutating func next(into frame: inout RecordedFrame) -> Bool {
    goOn()
    return lastFrame?.replace(&frame) != nil
  }

  /// Sets `lastFrame` to the next frame, or to nil when the scenario is over.
  @usableFromInline mutating func goOn() {
    while true {
      let time = Double(frame) / rate
      let now = Int(time * Clock.rate + 1e-6)
      if Double(now) / Clock.rate < quietUntil { tick = now }
      while tick < now, !isOver { advance() }
      guard !isOver, time < end else {
        lastFrame = nil
        return
      }
      // Random numbers are drawn by tick, so that an instant has the same draws at every frame rate.
      let draws = timing.timingDraws(at: UInt64(now))
      // A phone that has become hot delivers only every other frame.
      let isThrottled = time >= tracker.thermalTime && frame % 2 == 1
      let isDropped = isThrottled || draws.uniforms.x < tracker.dropped && frame > 0
      frame += 1
      if !isDropped {
        make(time, now, jitter: draws.first, white: draws.others, isDuplicate: draws.uniforms.y < tracker.duplicated)
        return
      }
    }
  }

  /// Applies the command that a pipeline gave for the last frame. The page moves at once, and the person sees it move
  /// from the next tick on.
  public mutating func scroll(_ command: ScrollCommand) {
    guard command.direction != .none else { return }
    behaviour.page?.apply(command)
    quietUntil = -.infinity
  }

  /// Shows the person the pointer of the last frame, in points; nil if no pointer is visible. With the constant
  /// `behaviour.compensation`, a person who sees the pointer learns its error and looks beside the aim. Without this
  /// call nothing changes.
  package mutating func observe(pointer: Vector2?) {
    guard let pointer, let gaze = lastFrame?.truth?.gaze, let time = lastFrame?.observation.frame.time else { return }
    behaviour.observe(pointer: pointer, gaze: gaze, at: time)
  }

  /// Shows the person whether the scroll zones are armed, after the last frame. With the constant
  /// `behaviour.compensation`, a person in a closed loop who is not armed in time looks further out. Without this call
  /// nothing changes.
  package mutating func observe(isArmed: Bool) { behaviour.compensation.observe(isArmed: isArmed) }

  /// Makes the person perform this episode instead of the script's, from the next tick on; used when an app asks the
  /// person for something.
  mutating func ask(_ episode: Episode) {
    behaviour.asked = episode
    quietUntil = -.infinity
  }

  /// Record of the reader's progress so far; nil in a scenario without a page.
  public var readingLog: ReadingLog? { behaviour.script.readingLog }

  /// The person's last attempt at a deliberate sign so far; nil before the first.
  var signAttempt: SignAttempt? { behaviour.signs?.attempt }

  private mutating func advance() {
    tick += 1
    let time = Double(tick) / Clock.rate
    // The usual case: the eyes are at rest, so nothing has to be computed.
    if time < quietUntil { return }
    isOver = !behaviour.advance(to: tick, time: time)
    if !isOver { record(time) }
  }

  private mutating func record(_ time: Double) {
    let isLost = time >= dropouts.start && dropouts.phase(at: time) != nil
    memory.append(behaviour.moment(at: tick, time: time, isLost: isLost))
    quietUntil = Swift.min(behaviour.quietUntil(time), time < dropouts.start ? dropouts.start : -.infinity)
  }

  /// Point where the visual axes meet the screen's plane at a tick, metres.
  @inline(__always)
  private mutating func hit(_ moment: Moment, lag: Vector2, at tick: Int) -> Vector2 {
    let d = drift.value(at: UInt64(tick))
    let time = Double(tick) / Clock.rate
    return moment.gaze.value(at: time) + slip.slip(moment, lag: lag, at: time) + SIMD2(d.x, d.y) * moment.distance
  }

  private mutating func make(
    _ time: Double, _ now: Int, jitter: Double, white: Vector2, isDuplicate: Bool
  ) {
    let delay = Swift.max(latency + tracker.jitter * jitter, 0)
    let shownTick = now - Swift.min(Int(delay * Clock.rate + 0.5), now, Memory.ticks - 1)
    let moment = memory.moment(at: now)
    let gaze = screen.point(ofHit: hit(moment, lag: moment.turn.lag(at: now, by: behaviour.turnDecay), at: now))
    show(shownTick, time, white, isDuplicate: isDuplicate)
    let surroundings = behaviour.surroundings(at: time)
    let (target, page) = (surroundings.target, surroundings.page)
    let (tap, dot) = (behaviour.takeTap(), behaviour.isDotShown ? target : nil)
    let truth = RecordedFrame.Truth(gaze: gaze, state: moment.state, page: page)
    let recorded = recordsPageOffset ? page ?? 0 : nil
    lastFrame?.complete(target: target, intent: surroundings.intent, tap: tap, dot: dot, page: recorded, truth: truth)
  }

  /// Writes into `lastFrame` what the tracker reports at `time` about the scene at a tick.
  private mutating func show(_ shownTick: Int, _ time: Double, _ white: Vector2, isDuplicate: Bool) {
    defer { hasGivenFrame = true }
    if isDuplicate, hasGivenFrame {
      lastFrame?.observation.frame.time = time
      return
    }
    let shown = memory.moment(at: shownTick)
    let scene = scene(shown, shownTick, white)
    let isSeen = !shown.isLost && view.isTracked(scene)
    if !isSeen, hasGivenFrame {
      lastFrame?.observation.frame.time = time
      lastFrame?.observation.frame.isTracked = false
      return
    }
    if hasGivenFrame, lastFrame?.observation.frame.isTracked == false, let held = lastFrame?.observation.frame {
      reacquisition = Reacquisition(held: held, start: time, duration: tracker.reacquire)
      reacquired = time + tracker.reacquire
    }
    lastFrame?.observation.frame.show(scene, through: &view, at: UInt64(shownTick), time: time, isTracked: isSeen)
    // The time is compared instead of an optional, because a reacquisition is a large value and there is nearly never
    // one.
    if time < reacquired { lastFrame?.observation.frame.blend(reacquisition) }
  }

  /// The scene that the camera sees at a tick.
  @inline(__always)
  private mutating func scene(
    _ shown: Moment, _ shownTick: Int, _ white: Vector2
  ) -> TrackerView.Scene {
    let lag = shown.turn.lag(at: shownTick, by: behaviour.turnDecay)
    let (at, time) = (UInt64(shownTick), Double(shownTick) / Clock.rate)
    let phone = phone.pose(at: at, time)
    var turn = shown.turn.goal - lag
    // The eyes stay on their point: the slip of the late reflex, at most 1.3° for 0.1 s, is left out.
    turn.y -= behaviour.signs?.habits.nod(shown.sign) ?? 0
    let head = head.pose(at: at, time, turn: turn, distance: shown.distance, sway: phone.sway)
    return TrackerView.Scene(
      hit: hit(shown, lag: lag, at: shownTick), interfaceFromFace: head.interfaceFromFace, headAngles: head.angles,
      worldFromInterface: phone.worldFromInterface, worldFromPortrait: phone.worldFromPortrait,
      distance: shown.distance, disparity: Double(shown.disparity), lid: shown.lid, white: white,
      sign: shown.sign)
  }
}

// These are mutating methods of the frame because Swift reaches the payload of an optional in place, without a copy,
// only through the payload's own mutating methods. Each call first asks whether there is a frame, so what is known at
// one time is set by one call.

extension RecordedFrame {
  fileprivate mutating func replace(_ other: inout RecordedFrame) { other = self }

  /// Sets what the app and the simulator know; an app that does not record its page keeps the frame's.
  fileprivate mutating func complete(
    target: Vector2?, intent: ScrollDirection?, tap: Vector2?, dot: Vector2?, page: Double?,
    truth: Truth
  ) {
    observation.target = target
    observation.intent = intent
    observation.app.tap = tap
    observation.app.dot = dot
    if let page { observation.app.page = page }
    self.truth = truth
  }
}

extension FaceFrame {
  fileprivate mutating func show(
    _ scene: TrackerView.Scene, through view: inout TrackerView, at tick: UInt64, time: Double, isTracked: Bool
  ) {
    view.look(scene, at: tick, time: time, into: &self)
    self.isTracked = isTracked
  }

  fileprivate mutating func blend(_ reacquisition: Reacquisition?) { reacquisition?.blend(into: &self) }
}
