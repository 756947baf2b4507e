private import Foundation
import GazePipeline

/// How ARKit sees the truth: eyes without roll and coupled as in real takes, face pose a little off, slow drift,
/// coloured noise, blend shapes. One value a person and take; `look` once a frame.
struct TrackerView: Sendable {
  /// What is there to be seen.
  struct Scene {
    /// What the eyes look at, interface frame, metres.
    var hit: SIMD2<Double>
    var interfaceFromFace: RigidTransform
    var headAngles: SIMD2<Double>
    var worldFromInterface: RigidTransform
    var worldFromPortrait: RigidTransform
    var moment: Moment
  }

  private let t: SimulationParameters.Tracker
  private let error: TrackerError
  private let left: SIMD3<Double>, right: SIMD3<Double>
  private let kappa: (left: Kappa, right: Kappa, cyclopean: Kappa)
  private let split: Double
  private let vergenceAtRest: Double
  private let session: Session
  private let tangentOfField: Double
  private var drift: Wander
  private var noise: Wander
  private var faceRotation: Wander
  private var facePosition: Wander
  private let white: RandomStream
  private let lookAtNoise: RandomStream

  init(
    _ t: SimulationParameters.Tracker, person: Person, session: Session, memory: Int, tick: Double,
    _ stream: (Component) -> RandomStream
  ) {
    self.t = t
    self.session = session
    var error = person.error
    error.bias += person.flag?.deviation ?? .zero
    self.error = error
    left = person.eyeCentre(.left)
    right = person.eyeCentre(.right)
    let isOptical = t.visualAxis == 0
    kappa = isOptical ? (person.kappa.left, person.kappa.right, person.cyclopeanKappa) : (.zero, .zero, .zero)
    split = person.rotationSplit / 2
    // The takes whose outward difference is the constant were made at about 35 cm.
    vergenceAtRest = person.interpupillaryDistance / 0.35
    tangentOfField = tan(t.fieldOfView / 2)
    func wander(_ component: Component, _ sd: Double, _ time: Double) -> Wander {
      Wander(stream(component), sd: SIMD3(repeating: sd), timeConstant: time, tick: tick, memory: memory)
    }
    drift = wander(.slowDrift, t.driftSD * error.noiseFactor, t.driftTime)
    noise = wander(.eyeNoise, t.noiseSD * error.noiseFactor, t.noiseTime)
    faceRotation = wander(.faceRotation, t.faceRotationNoise, t.noiseTime)
    facePosition = wander(.facePosition, t.facePositionNoise, t.noiseTime)
    white = stream(.whiteNoise)
    lookAtNoise = stream(.lookAtNoise)
  }

  /// The frame that ARKit gives for a tick of truth.
  mutating func look(_ scene: Scene, at tick: UInt64, time: Double) -> FaceFrame {
    let head = scene.interfaceFromFace
    let seen = RigidTransform(
      rotation: head.rotation * .small(session.faceBias + faceRotation.value(at: tick)),
      translation: head.translation * session.distanceScale + facePosition.value(at: tick))
    let worldFromFace = scene.worldFromInterface * seen
    let target = head.inverse.apply(SIMD3(scene.hit.x, scene.hit.y, 0))
    let eyes = eyes(target, scene, tick)
    let closure = scene.moment.lid
    var frame = FaceFrame(
      time: time, isTracked: isTracked(scene), camera: TransformMatrix(scene.worldFromPortrait),
      face: TransformMatrix(worldFromFace), leftEye: TransformMatrix(eyes.left.pose),
      rightEye: TransformMatrix(eyes.right.pose), blink: SIMD2(closure, closure))
    frame.lookAt = lookAt(eyes, target, tick)
    frame.blendShapes = shapes(eyes.left, eyes.right, closure)
    return frame
  }

  private func isTracked(_ scene: Scene) -> Bool {
    let place = scene.interfaceFromFace.translation
    return !scene.moment.isLost && abs(scene.headAngles.x) < t.maximumYaw
      && SIMD2(place.x, place.y).length < -place.z * tangentOfField
  }

  /// An eye as it is reported.
  private struct Eye {
    var pose: RigidTransform
    var yaw: Double
    var pitch: Double
  }

  private mutating func eyes(
    _ target: SIMD3<Double>, _ scene: Scene, _ tick: UInt64
  ) -> (left: Eye, right: Eye) {
    func eye(_ centre: SIMD3<Double>, _ angles: GazeAngles) -> Eye {
      Eye(
        pose: RigidTransform(rotation: angles.rotationWithoutRoll, translation: centre), yaw: angles.yaw,
        pitch: angles.pitch)
    }
    let addition = addition(scene, tick)
    func reported(_ from: SIMD3<Double>, _ kappa: Kappa, disparity: Double) -> GazeAngles {
      let visual = sight(target - from, disparity)
      let optical = kappa == .zero ? visual : kappa.opticalAxis(visual: visual.normalized)
      return report(optical, scene, addition)
    }
    let disparity = Double(scene.moment.disparity)
    guard t.coupled > 0.5 else {
      return (
        eye(left, reported(left, kappa.left, disparity: disparity / 2)),
        eye(right, reported(right, kappa.right, disparity: -disparity / 2))
      )
    }
    // One signal: the cyclopean axis, and the two eyes a nearly constant slope to either side of it.
    let middle = (left + right) / 2
    let d = reported(middle, kappa.cyclopean, disparity: 0)
    let vergence = (left.x - right.x) / (target.z - middle.z)
    let outward = error.outward + t.vergenceShare * (vergenceAtRest - vergence + disparity)
    let across = tan(d.yaw)
    let up = tan(d.pitch) * (1 + across * across).squareRoot()
    func aside(_ centre: SIMD3<Double>, _ sign: Double) -> Eye {
      Self.eye(at: centre, slope: SIMD2(across + sign * outward / 2, up))
    }
    return (aside(left, Side.left.sign), aside(right, Side.right.sign))
  }

  /// An eye that looks along a slope (x/z, y/z), not rolled about its axis.
  private static func eye(at centre: SIMD3<Double>, slope s: SIMD2<Double>) -> Eye {
    // Ry(yaw)·Rx(−pitch) without trigonometry: its columns are the slopes, normalised.
    let level = (1 + s.x * s.x).squareRoot()
    let length = (1 + s.x * s.x + s.y * s.y).squareRoot()
    let z = SIMD3(s.x, s.y, 1) / length
    let x = SIMD3(1, 0, -s.x) / level
    return Eye(
      pose: RigidTransform(rotation: Rotation(unchecked: x, z.cross(x), z), translation: centre), yaw: atan(s.x),
      pitch: atan(s.y / level))
  }

  /// The way to the target as the eye turns: about a centre further back sideways than up and down.
  private func sight(_ way: SIMD3<Double>, _ disparity: Double) -> SIMD3<Double> {
    if split == 0, disparity == 0 { return way }
    return SIMD3(way.x / (way.z + split) + disparity, way.y / (way.z - split), 1)
  }

  /// What noise and drift add, and what the lid does, radians; noise still to be scaled.
  private mutating func addition(
    _ scene: Scene, _ tick: UInt64
  ) -> (fixed: SIMD2<Double>, noise: SIMD2<Double>) {
    let (d, n) = (drift.value(at: tick), noise.value(at: tick))
    var fixed = SIMD2(d.x, d.y)
    fixed.y -= t.blinkArtefact * Double(scene.moment.lid)
    var noise = SIMD2(n.x, n.y)
    if t.whiteSD > 0 { noise += white.bells(tick) * t.whiteSD }
    return (fixed, noise)
  }

  /// The reported angles of an optical axis.
  private func report(
    _ optical: SIMD3<Double>, _ scene: Scene, _ addition: (fixed: SIMD2<Double>, noise: SIMD2<Double>)
  ) -> GazeAngles {
    let truth = GazeAngles(direction: optical)
    let angles = SIMD2(truth.yaw, truth.pitch)
    let offAxis = (angles - error.reference) / t.eccentricity
    let scale = scene.moment.distance / t.noiseDistance * (1 + (offAxis * offAxis).sum())
    let reported =
      error.report(angles, head: scene.headAngles, sessionBias: session.bias) + addition.fixed + addition.noise * scale
    // An eye does not turn further than this, and the tracker does not say so.
    let limit = 60.0.radians
    return GazeAngles(yaw: min(max(reported.x, -limit), limit), pitch: min(max(reported.y, -limit), limit))
  }

  /// Where both eyes are reported to look, as far away as they do, to the tracker's noise.
  private func lookAt(_ eyes: (left: Eye, right: Eye), _ target: SIMD3<Double>, _ tick: UInt64) -> SIMD3<Float> {
    let (a, b) = (eyes.left.pose.rotation.z, eyes.right.pose.rotation.z)
    let middle = (left + right) / 2
    // The mean of the slopes, as of a cyclopean eye.
    let slope = SIMD3((a.x / a.z + b.x / b.z) / 2, (a.y / a.z + b.y / b.z) / 2, 1)
    var depth = max(target.z - middle.z, 0.05)
    if t.lookAtNoise > 0 { depth *= max(1 + t.lookAtNoise * lookAtNoise.bells(tick).x, 0.1) }
    let point = middle + slope * depth
    return SIMD3(Float(point.x), Float(point.y), Float(point.z))
  }

  /// Coefficients that go with the rotations: eyeLook* grow linearly with the angle, as in the takes.
  private func shapes(_ left: Eye, _ right: Eye, _ closure: Float) -> BlendShapes {
    var shapes = BlendShapes()
    func set(_ eye: Eye, _ side: Side, blink: Int, down: Int, inward: Int, outward: Int, up: Int) {
      // In the takes an eye's own outward turn at rest is no look outward.
      let out = (side.sign * eye.yaw - error.outward) / t.shapeScaleH
      let above = eye.pitch / t.shapeScaleV
      shapes[blink] = closure
      shapes[out > 0 ? outward : inward] = Float(min(abs(out), 1))
      shapes[above > 0 ? up : down] = Float(min(abs(above), 1))
    }
    set(left, .left, blink: 0, down: 1, inward: 2, outward: 3, up: 4)
    set(right, .right, blink: 7, down: 8, inward: 9, outward: 10, up: 11)
    return shapes
  }
}
