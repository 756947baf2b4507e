import GazePipeline
import GazeRecording
private import PortableFoundation

/// A person in one take: follows a scenario's episodes with eyes, lids, head and hand. The behaviour advances one tick
/// at a time.
struct Behaviour {
  private let parameters: SimulationParameters
  // `SimulatedFrames` also changes `page` (a pipeline's scroll), `asked` and `compensation`, between two ticks.

  var script: any Script
  private var context: ScriptContext
  /// `headShare`: the head's part of a large shift of the gaze, (yaw, pitch).
  private let eyesAtRest, headShare: Vector2
  private let latencies, biases, disparities: RandomStream
  private let ownDistance: Double
  /// True if a pipeline moves the page; the script is then asked at every tick whether the episode ends.
  private let isAskedEveryTick: Bool
  /// True if an episode began at the last tick.
  private var hasBegun = true
  private var eyes: EyeMovements
  private var lids: Lids
  var page: MovingPage?
  /// Number of the episode, by which its random numbers are drawn.
  private var number: UInt64 = 0
  private var episode: Episode
  /// Episode that an app has requested; it begins at the next tick.
  var asked: Episode?
  /// Time at which a finger comes down; infinite if none does.
  private var touch = Double.infinity
  /// Touch that no frame has reported yet, points.
  private var tap: Vector2?
  private var episodeStart = 0.0
  private var episodeEnd = 0.0
  /// Time at which the eyes start towards the episode's aim, seconds.
  private var eyesStart = 0.0
  /// State of the eyes until `eyesStart`.
  private var earlierState: RecordedFrame.Truth.State
  private var hasEnded = false
  private var bias = Vector2.zero
  private var disparity = 0.0
  private var goal: Vector2
  private var isGoalMoving = false
  private var turn: Approach
  /// Decay of the head's lag behind a requested turn.
  let turnDecay: Decay
  private var distance: Glide<Vector2>
  /// Signs of the face; nil if the face gives no signal.
  private(set) var signs: Signs?
  var compensation: Compensation

  init(
    _ parameters: SimulationParameters, person: Person, session: Session, head: HeadMotion, script: any Script,
    context: ScriptContext
  ) {
    self.parameters = parameters
    self.script = script
    ownDistance = session.distance
    let rest = head.eye(distance: ownDistance)
    eyesAtRest = SIMD2(rest.x, rest.y)
    headShare = person.flag == .limitedHead ? .zero : SIMD2(parameters.head.shareH, parameters.head.shareV)
    latencies = context.stream(.saccadeLatency)
    biases = context.stream(.fixationBias)
    disparities = context.stream(.disparity)
    lids = Lids(parameters.eyes, rate: person.blinkRate, rest: person.flag?.lid ?? 0, context.stream(.blink))
    self.context = context
    let start = self.script.pageStart(context)
    page = self.script.pageHeight(context).map {
      MovingPage(contentHeight: $0, height: context.screen.points.y, offset: start)
    }
    isAskedEveryTick = context.isClosedLoop && page != nil
    signs = Signs(parameters.signs, context)
    compensation = Compensation(parameters.signs, screen: context.screen.points)
    let first = self.script.next(self.context, .start(page)) ?? Episode(0, at: context.screen.points / 2)
    episode = first
    episodeEnd = first.duration
    earlierState = first.state
    var aim = first.aim
    if first.anchor == .page { aim.y -= page?.offset ?? 0 }
    goal = context.screen.hit(ofPoint: aim)
    turn = Approach(at: first.headTurn)
    turnDecay = Decay(timeConstant: parameters.head.shareTime / Clock.tick)
    distance = Glide(at: SIMD2(repeating: first.distance ?? ownDistance))
    eyes = EyeMovements(
      parameters.eyes, speed: person.saccadeSpeed, landings: context.stream(.landing),
      character: context.task.characterWidth / context.screen.pointsPerMetre.x, at: goal)
    goal = place(at: 0)
    if case .moving = first.anchor { isGoalMoving = true }
  }

  /// Advances to tick `index` at `time`; returns false once the scenario is over.
  ///
  /// The order counts, since each step reads what those before it have set: the page, the episode (`begin`), the goal,
  /// the eyes, the signs of the face, the end of a fixation, the touch. `script/corpus` finds another order.
  mutating func advance(to index: Int, time: Double) -> Bool {
    hasBegun = false
    page?.step(at: time)
    let view = PageView(time: time, offset: page?.offset ?? 0, lastMoved: page?.lastMoved ?? -.infinity)
    // The script is asked only once per tick, so that a script that ends every episode at once cannot cause an endless
    // loop.
    var isCutShort = isAskedEveryTick && script.endsEpisode(view)
    if let next = asked {
      asked = nil
      begin(next, at: time, index)
    }
    while isCutShort || time >= episodeEnd {
      guard !hasEnded, let next = script.next(context, view) else {
        hasEnded = true
        return false
      }
      // The episode after one that ran its full time begins at that episode's exact end, not at the tick, so that
      // rounding to ticks does not accumulate.
      begin(next, at: isCutShort ? time : episodeEnd, index)
      isCutShort = false
    }
    if isAskedEveryTick, hasArrived(at: time),
      let share = compensation.stepOut(at: time, restingSince: max(eyes.landing, episodeStart))
    {
      episode.aim.y += share * context.screen.points.y * episode.intent.sign
      goal = place(at: time)
      eyes.look(.target, at: time)
    }
    let metres = distance.value(at: time).x
    var velocity = Vector2.zero
    if isGoalMoving || page?.lastMoved == time {
      let before = goal
      goal = place(at: time)
      if time - episodeStart >= Clock.tick { velocity = (goal - before) / Clock.tick }
    }
    eyes.step(
      to: goal + bias, velocity: velocity, at: time, index: index, from: SIMD3(eyesAtRest.x, eyesAtRest.y, metres))
    let hasArrived = hasArrived(at: time)
    signs?.step(at: time, hasArrived: hasArrived, lastMoved: view.lastMoved)
    if episode.isFixation, eyes.isSaccade {
      episodeEnd = eyes.landing + episode.duration
      if let lead = episode.tap?.lead { touch = eyes.landing + lead }
    }
    if time >= touch { comeDown() }
    return true
  }

  /// Touches the place of the episode's aim, if it is on the screen.
  private mutating func comeDown() {
    touch = .infinity
    guard let next = episode.tap else { return }
    // The duration has been counted from the landing before the touch; a later saccade does not prolong the episode.
    if next.lead != nil { episode.isFixation = false }
    var place = episode.aim
    if episode.anchor == .page { place.y -= page?.offset ?? 0 }
    guard context.screen.contains(place) else { return }
    tap = (place + next.miss).clamped(lowerBound: .zero, upperBound: context.screen.points)
  }

  /// True if the eyes rest at the place where the person looks in order to scroll.
  ///
  /// `mutating` for the reason given at `place(at:)`; the copy took a quarter of the time of a take with a page.
  private mutating func hasArrived(at time: Double) -> Bool {
    episode.state == .scroll && time >= eyesStart && !eyes.isSaccade
  }

  /// Position of the aim in the screen's plane, metres.
  ///
  /// The function is `mutating` although it changes nothing, because the compiler would otherwise copy the whole value.
  private mutating func place(at time: Double) -> Vector2 {
    var point = episode.aim
    switch episode.anchor {
    case .screen: break
    case .page: point.y -= page?.offset ?? 0
    case .moving(let motion): point += motion.offset(at: time)
    }
    return context.screen.hit(ofPoint: point)
  }

  private mutating func begin(_ next: Episode, at start: Double, _ index: Int) {
    number += 1
    hasBegun = true
    // A person who has not yet reacted to the previous episode is still in the state from before that episode.
    if start >= eyesStart { earlierState = episode.state }
    let metres = next.distance ?? ownDistance
    if next.distance != episode.distance { distance.go(to: SIMD2(repeating: metres), at: start, duration: 1) }
    bias = biases.normals(number) * (parameters.eyes.fixationBias * metres)
    disparity = parameters.eyes.disparitySD * disparities.normal(number)
    let turnAsked = next.headTurn
    let turnBefore = episode.headTurn
    signs?.begin(next, after: episode, at: start)
    episode = next
    episode.aim = compensation.aim(next)
    episodeStart = start
    page?.isHeld = next.holdsPage
    if let move = next.pageMove { page?.move(move, from: start) }
    goal = place(at: start)
    isGoalMoving = if case .moving = next.anchor { true } else { false }
    let reaction =
      next.isReaction
      ? parameters.eyes.saccadeLatency + latencies.gamma4(number, mean: parameters.eyes.saccadeLatencyGamma) : 0
    eyesStart = start + reaction + next.delay
    episodeEnd = (next.isFixation ? eyesStart : start) + next.duration
    touch = next.tap.map { $0.lead.map { eyesStart + $0 } ?? start } ?? .infinity
    eyes.look(next.saccade, at: eyesStart)
    // The head takes part in large shifts of the gaze; their angles are measured from straight ahead.
    let angles = (goal - eyesAtRest) / metres
    let before = eyes.path.value(at: Double(index - 1) * Clock.tick)
    let isLarge = (goal - before).length / metres > parameters.head.shareFrom
    let new =
      isLarge ? turnAsked + headShare * SIMD2(atan(angles.x), atan(angles.y)) : turn.goal + (turnAsked - turnBefore)
    // The head started to move one tick earlier.
    if new != turn.goal { turn.go(to: new, at: index - 1, by: turnDecay) }
  }

  /// Shows the person the pointer beside the gaze at a time, both in points.
  mutating func observe(pointer: Vector2, gaze: Vector2, at time: Double) {
    guard hasArrived(at: time) else { return }
    compensation.observe(pointer, gaze: gaze, restingFor: time - max(eyes.landing, episodeStart))
  }

  var isDotShown: Bool { episode.isDot }

  /// The touch since the last call, points; nil if there was none.
  mutating func takeTap() -> Vector2? {
    guard let tap else { return nil }
    self.tap = nil
    return tap
  }

  /// State of the surroundings and of the person's intent at a time: the target that the app shows (points), the
  /// person's intent, and `contentOffset.y`.
  mutating func surroundings(at time: Double) -> (target: Vector2?, intent: ScrollDirection, page: Double?) {
    var target: Vector2?
    if episode.isTarget {
      target = episode.aim
      if case .moving(let motion) = episode.anchor { target = episode.aim + motion.offset(at: time) }
    }
    return (target, episode.intent, page?.offset)
  }

  /// The true state of the person at a tick.
  mutating func moment(at tick: Int, time: Double, isLost: Bool) -> Moment {
    let sign = signs?.lift(at: time) ?? .zero
    let lid = max(lids.closure(at: time), Double(signs?.habits.lid(sign) ?? 0))
    let state: RecordedFrame.Truth.State =
      lid > 0.5 ? .blink : eyes.isSaccade ? .saccade : time >= eyesStart ? episode.state : earlierState
    return Moment(
      tick: tick, gaze: eyes.path, turn: turn, distance: distance.value(at: time).x, lid: Float(lid),
      disparity: Float(disparity), state: state, isLost: isLost || episode.isGone,
      sign: sign)
  }

  /// True if a person in a closed loop may do something else although the page stands still. The tick after an
  /// episode's beginning counts, because the script has not been asked about the new episode yet.
  private mutating func isWatchful() -> Bool {
    hasBegun || script.endsByTime() || episode.state == .scroll && compensation.isActive
  }

  /// Time until which the state stays as it is at the tick at `time`, unless a command comes, seconds; −∞ while
  /// something moves. `SimulatedFrames` skips the ticks until then, so everything that moves must be asked here.
  mutating func quietUntil(_ time: Double) -> Double {
    if isGoalMoving || distance.isMoving(at: time) || isAskedEveryTick && isWatchful() { return -.infinity }
    let next = min(episodeEnd, touch, time < eyesStart ? eyesStart : .infinity, signs?.quietUntil(time) ?? .infinity)
    return min(min(next, eyes.quietUntil), min(lids.quietUntil(time), page?.quietUntil(time) ?? .infinity))
  }
}
