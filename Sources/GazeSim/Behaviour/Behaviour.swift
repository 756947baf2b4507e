private import Foundation
import GazePipeline
import GazeRecording

/// A person in one session: follows a scenario's episodes with eyes, head and lids.
struct Behaviour: Sendable {
  private let p: SimulationParameters.Behaviour
  private var script: any Script
  private let context: ScriptContext
  private let eyesInFace: SIMD3<Double>
  private let restTurn: SIMD2<Double>
  private let ownDistance: Double
  private let latencies: RandomStream
  private let biases: RandomStream
  private var index = 0
  private var episode: Episode
  private var episodeEnd: Double
  private var hasEnded = false
  private var gaze: Glide<SIMD2<Double>>
  private var turn: Glide<SIMD2<Double>>
  private var distance: Glide<SIMD2<Double>>
  private var headRotation: OrnsteinUhlenbeck
  private var headPosition: OrnsteinUhlenbeck
  private var blinks: RandomEvents

  init(
    _ parameters: SimulationParameters, person: Person, script: any Script, context: ScriptContext, tick: Double
  ) {
    p = parameters.behaviour
    self.script = script
    self.context = context
    eyesInFace = Mirror.reflect((person.eyeCentre(.left) + person.eyeCentre(.right)) / 2)
    func stream(_ component: Component) -> RandomStream { context.stream(component) }
    let postures = stream(.posture)
    restTurn = SIMD2(p.postureYawSD, p.posturePitchSD) * postures.normals(0)
    // Nobody reads a phone from closer than 20 cm or further than an arm's length.
    let drawn = p.distanceMean + p.distanceSD * stream(.distance).normal(0)
    ownDistance = min(max(drawn, 0.20), max(0.85, p.distanceMean))
    latencies = stream(.saccadeLatency)
    biases = stream(.fixationBias)
    episode = self.script.next(context) ?? Episode(0, at: context.screen.points / 2)
    episodeEnd = episode.duration
    gaze = Glide(at: context.screen.hit(ofPoint: episode.aim))
    turn = Glide(at: episode.headTurn)
    distance = Glide(at: SIMD2(repeating: episode.distance ?? ownDistance))
    headRotation = OrnsteinUhlenbeck(
      stream(.headRotation), sd: SIMD3(p.headYawSD, p.headPitchSD, p.headRollSD), timeConstant: p.headTime, tick: tick)
    headPosition = OrnsteinUhlenbeck(
      stream(.headPosition), sd: SIMD3(repeating: p.headPositionSD), timeConstant: p.headTime, tick: tick)
    blinks = RandomEvents(
      stream(.blink), rate: person.blinkRate, median: p.blinkDuration, spread: p.blinkDurationSpread)
  }

  /// Goes to tick `index` at `time`; false once the scenario is over.
  mutating func advance(to tick: UInt64, time: Double) -> Bool {
    headRotation.advance(to: tick)
    headPosition.advance(to: tick)
    while time >= episodeEnd, !hasEnded {
      index += 1
      guard let next = script.next(context) else {
        hasEnded = true
        break
      }
      begin(next, at: episodeEnd)
    }
    return !hasEnded
  }

  private mutating func begin(_ next: Episode, at start: Double) {
    let k = UInt64(index)
    let metres = (next.distance ?? ownDistance)
    let bias = biases.normals(k) * (p.fixationBias * metres)
    let aim = context.screen.hit(ofPoint: next.aim) + bias
    if next.headTurn != episode.headTurn { turn.go(to: next.headTurn, at: start, duration: 0.6) }
    if next.distance != episode.distance {
      distance.go(to: SIMD2(repeating: metres), at: start, duration: 1.0)
    }
    let reaction =
      next.isReaction ? p.saccadeLatencyMinimum + latencies.gamma4(k, mean: p.saccadeLatencyGamma) : 0
    let amplitude = ((aim - gaze.to).length / metres).degrees
    let duration = p.saccadeBase + p.saccadePerDegree * amplitude
    gaze.go(to: aim, at: start + reaction, duration: duration)
    episode = next
    episodeEnd = start + next.duration
  }

  /// What the person does at `time`, the phone having swayed by `sway` (camera frame, metres).
  mutating func now(_ time: Double, sway: SIMD3<Double>) -> Now {
    let lid = blinks.phase(at: time).map { 0.5 - 0.5 * cos(2 * .pi * $0) } ?? 0
    let metres = distance.value(at: time).x
    let a = headRotation.value
    let held = restTurn + turn.value(at: time)
    // Physical frame: right, up, towards the user.
    let eyes = SIMD3(0, -p.eyesBelowCamera, metres) + headPosition.value - Mirror.reflect(sway)
    let state: Truth.State =
      lid > 0.5 ? .blink : gaze.isMoving(at: time) ? .saccade : episode.state
    return Now(
      hit: gaze.value(at: time), state: state, lid: lid, target: episode.target, intent: episode.intent,
      headAngles: SIMD3(held.x + a.x, held.y + a.y, a.z), eyes: eyes, distance: metres)
  }

  /// The head's pose at a tick.
  func cameraFromFace(_ tick: TruthTick) -> RigidTransform {
    let a = tick.headAngles
    // Physical frame: own right, up, backwards, the user at z > 0. A turn to the own right is negative about up.
    let rotation = Rotation.aboutY(-a.x) * .aboutX(a.y) * .aboutZ(a.z)
    // The distance is the eyes': the face's origin lies behind and below them.
    let origin = tick.eyes - rotation.apply(eyesInFace)
    return Mirror.reflect(RigidTransform(rotation: rotation, translation: origin))
  }

  /// One instant of behaviour.
  struct Now: Sendable {
    var hit: SIMD2<Double>
    var state: Truth.State
    var lid: Double
    var target: SIMD2<Double>?
    var intent: ScrollDirection
    var headAngles: SIMD3<Double>
    var eyes: SIMD3<Double>
    var distance: Double
  }
}
