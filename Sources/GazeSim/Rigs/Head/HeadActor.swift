import GazePipeline
import GazeRecording
private import PortableFoundation

/// A person's head movements, tick by tick: sway, steps, turns of the head, glances far aside and back, gestures, and
/// facing straight ahead when the app asks for it.
///
/// Straight ahead is the identity: x to the right, y forwards, z up. Each effect contributes angles; the sums of the
/// angles are applied in the order of Core Motion. Each effect has its own random stream, so that switching one effect
/// off does not change the others.
struct HeadActor {
  /// The head at a tick.
  struct Moment {
    var attitude = UnitQuaternion.identity
    var gesture: HeadGesture?
    var state = RecordedHead.Truth.State.still
    var isForward = false
  }

  /// Yaw, pitch and roll as x, y and z.
  private typealias Angles = Vector3

  private let parameters: HeadParameters
  private let looks, gestures, cues: RandomStream
  private let stepPhase: Double
  private var sway: Wander
  private var turn = Glide<Vector3>(at: .zero)
  private var look: UInt64 = 0
  private var nextLook: Double
  private let glances: RandomStream
  private var glance: UInt64 = 0
  private var nextGlance: Double
  /// Attitude to which the head returns after a glance, and the time of the return; nil without a glance.
  private var back: (place: Vector3, time: Double)?
  private var gesture: Gesture?
  /// Number of the gesture, which uses draws 8n to 8n + 3 of `gestures`. A glance uses draws 4n to 4n + 2 of `glances`,
  /// a turn of the head 4n, 8n + 2 and 8n + 3 of `looks`, a cue 2n and 2n + 1 of `cues`, and a take's beginning the
  /// last draws.
  private var number: UInt64 = 0
  private var nextGesture: Double
  private var cue: UInt64 = 0
  private var cueStart: Double
  private var isAsked = false

  private struct Gesture {
    var kind: HeadGesture
    var start, size, rate: Double
    /// True for a shake that is a single turn aside and back.
    var isOnce: Bool

    /// Duration of the gesture, which is two nods, a shake to both sides twice or aside and back once, or one tilt.
    var duration: Double { (kind == .tilt || isOnce ? 1 : 2) / rate }

    func angles(at time: Double) -> Vector3 {
      let phase = 2 * .pi * rate * (time - start)
      switch kind {
      // The head goes down and up again.
      case .nod: return SIMD3(0, -size * (1 - cos(phase)) / 2, 0)
      case .shake where isOnce: return SIMD3(size * (1 - cos(phase)) / 2, 0, 0)
      case .shake:
        // The movement starts from rest and ends at rest.
        let ramp = min(1, min(phase, 4 * .pi - phase) / (.pi / 2))
        return SIMD3(size / 2 * sin(phase) * ramp, 0, 0)
      case .tilt: return SIMD3(0, 0, size * (1 - cos(phase)) / 2)
      }
    }
  }

  init(_ parameters: HeadParameters, memory: Int, _ stream: (UInt8) -> RandomStream) {
    // The numbers of all streams are listed at `HeadRig`.
    self.parameters = parameters
    looks = stream(1)
    gestures = stream(2)
    cues = stream(3)
    glances = stream(6)
    stepPhase = 2 * .pi * stream(4).uniform(0)
    sway = Wander(
      stream(5), sd: SIMD3(repeating: parameters.motion.swaySD), timeConstant: parameters.motion.swayTime,
      memory: memory,
      knots: .heavy)
    nextLook = parameters.task.lookInterval > 0 ? 0 : .infinity
    nextGlance =
      parameters.task.glanceInterval > 0 ? parameters.task.glanceInterval * glances.exponential(.max) : .infinity
    nextGesture =
      parameters.task.gestureInterval > 0 ? 1 + parameters.task.gestureInterval * gestures.exponential(.max) : .infinity
    cueStart =
      parameters.task.forwardAtStart == 1
      ? 0 : parameters.task.forwardInterval > 0 ? parameters.task.forwardInterval : .infinity
    if cueStart > 0 { turn = Glide(at: place(.max)) }
  }

  /// The head at a tick; ticks must follow each other.
  mutating func moment(at tick: UInt64, _ time: Double) -> Moment {
    act(time)
    var moment = Moment()
    var angles = turn.value(at: time) + sway.value(at: tick)
    if parameters.task.walking == 1 {
      let step = 2 * .pi * parameters.motion.stepRate * time + stepPhase
      angles += SIMD3(
        parameters.motion.strideYaw * sin(step / 2), parameters.motion.stepPitch * sin(step),
        parameters.motion.strideRoll * cos(step / 2))
      moment.state = .walk
    }
    if turn.isMoving(at: time) { moment.state = .look }
    if isAsked {
      moment.state = .forward
      moment.isForward = time >= cueStart + Self.settling
    }
    if let gesture {
      angles += gesture.angles(at: time)
      moment.gesture = gesture.kind
      moment.state = .gesture
    }
    moment.attitude = .aboutZ(angles.x) * .aboutX(angles.y) * .aboutY(angles.z)
    return moment
  }

  /// Vertical acceleration of the head from steps at a time, m/s².
  func bob(at time: Double) -> Double {
    guard parameters.task.walking == 1 else { return 0 }
    return parameters.motion.stepAcceleration * sin(2 * .pi * parameters.motion.stepRate * time + stepPhase)
  }

  /// Time within which a person faces straight ahead after a cue, seconds. The row of `task.forwardTime` repeats it and
  /// allows no shorter request.
  private static let settling = 1.0

  private mutating func act(_ time: Double) {
    if let running = gesture, time >= running.start + running.duration {
      gesture = nil
      nextGesture = time + 1 + parameters.task.gestureInterval * gestures.exponential(8 * number)
    }
    if !isAsked, gesture == nil, time >= cueStart {
      // If a gesture is in progress when the cue is due, the cue begins when the gesture is over.
      cueStart = time
      isAsked = true
      back = nil
      let off = cues.normals3(cue)
      go(
        to: SIMD3(
          off.x * parameters.motion.forwardYaw, off.y * parameters.motion.forwardPitch,
          off.z * parameters.motion.forwardPitch), time)
    }
    if isAsked, time >= cueStart + parameters.task.forwardTime {
      isAsked = false
      cue += 1
      // The time of the next cue follows from the plan, even if the last cue began late.
      let first = parameters.task.forwardAtStart == 1 ? 0 : parameters.task.forwardInterval
      cueStart = parameters.task.forwardInterval > 0 ? first + Double(cue) * parameters.task.forwardInterval : .infinity
      if parameters.task.lookInterval > 0 { nextLook = time }
    }
    guard !isAsked, gesture == nil, !turn.isMoving(at: time) else { return }
    if let ahead = back {
      // Nothing else happens between a glance and its return.
      guard time >= ahead.time else { return }
      back = nil
      go(to: ahead.place, time)
      nextLook = max(nextLook, time + turn.duration + 0.3)
      nextGlance = time + parameters.task.glanceInterval * glances.exponential(4 * glance + 2)
    } else if time >= nextGesture {
      number += 1
      let (u, v) = (gestures.uniforms(8 * number + 1), gestures.uniforms(8 * number + 2))
      let m = parameters.motion
      let kind = HeadGesture.allCases[min(Int(u.x * 3), 2)]
      let size = m.gestureLeast + (m.gestureMost - m.gestureLeast) * u.y
      gesture = Gesture(
        // All three gestures are drawn; a fourth one would not be. A nod goes down first.
        kind: kind, start: time, size: kind == .nod || v.y < 0.5 ? size : -size,
        rate: m.gestureSlow + (m.gestureFast - m.gestureSlow) * v.x,
        isOnce: kind == .shake && gestures.uniform(8 * number + 3) < m.shakeOnce)
    } else if time >= nextGlance {
      glance += 1
      let (u, m) = (glances.uniforms(4 * glance), parameters.motion)
      let here = turn.value(at: time)
      let far = (m.glanceLeast + (m.glanceMost - m.glanceLeast) * u.x) * (u.y < 0.5 ? 1 : -1)
      // If the neck cannot turn so far to this side, the glance goes to the other side.
      let isReached = abs(here.x + far) <= Self.reach.x
      go(to: SIMD3(here.x + (isReached ? far : -far), here.y, here.z), time)
      back = (here, time + turn.duration + m.glanceTime * glances.exponential(4 * glance + 1))
    } else if time >= nextLook {
      look += 1
      go(to: place(look), time)
      nextLook = time + turn.duration + 0.3 + max(parameters.task.lookInterval - 0.3, 0) * looks.exponential(4 * look)
    }
  }

  private mutating func go(to angles: Vector3, _ time: Double) {
    let far = (angles - turn.value(at: time)).length
    turn.go(to: angles, at: time, duration: parameters.motion.turnTime + parameters.motion.turnTimePerRadian * far)
  }

  private static let reach = SIMD3(70.0.radians, 45.0.radians, 40.0.radians)

  /// Attitude of a head turn, limited to the neck's reach.
  private func place(_ index: UInt64) -> Vector3 {
    let n = looks.normals3(4 &* index &+ 1)
    let far = SIMD3(
      parameters.motion.restYaw + n.x * parameters.motion.lookYaw, n.y * parameters.motion.lookPitch,
      n.z * parameters.motion.lookRoll)
    return far.clamped(lowerBound: -Self.reach, upperBound: Self.reach)
  }
}
