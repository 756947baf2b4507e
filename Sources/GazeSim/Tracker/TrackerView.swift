import GazePipeline
private import PortableFoundation

/// Conversion of the truth to what ARKit reports: eyes without roll and coupled as in real takes, a slightly wrong face
/// pose, slow drift, coloured noise, blend shapes. There is one value for each person and take, and `look` is called
/// once per frame.
struct TrackerView {
  struct Scene {
    /// Point that the eyes look at, interface frame, metres.
    var hit: Vector2
    var interfaceFromFace: RigidTransform
    var headAngles: Vector2
    var worldFromInterface: RotationMatrix
    var worldFromPortrait: RotationMatrix
    /// Distance from the camera to the eyes, metres.
    var distance: Double
    /// Difference of the horizontal angles of left and right eye, radians.
    var disparity: Double
    /// Closure of the lids, 0…1.
    var lid: Float
    /// White noise, drawn for every frame: (yaw, pitch) of variance 1.
    var white: Vector2
    /// Heights of the face above its rest by signs, 0…1: see `Signs`.
    var sign = SIMD2<Float>.zero
  }

  /// Coefficients of the person's signs; nil if the face gives no such signal.
  var signals: SignSignals?

  private let tracker: SimulationParameters.Tracker
  private let error: TrackerError
  private let left: Vector3, right: Vector3
  /// The optical axes of eyes looking straight ahead; nil if the tracker reports the visual axes.
  private let opticalAtRest: (left: Vector3, right: Vector3, cyclopean: Vector3)?
  private let split, vergenceAtRest: Double
  private let session: Session
  private let tangentOfField: Double
  private var drift, noise, faceRotation, facePosition, focus: Wander

  init(
    _ tracker: SimulationParameters.Tracker, person: Person, session: Session,
    _ stream: (Component) -> RandomStream
  ) {
    self.tracker = tracker
    self.session = session
    var error = person.error
    error.bias += person.flag?.deviation ?? .zero
    self.error = error
    left = person.eyeCentre(.left)
    right = person.eyeCentre(.right)
    opticalAtRest =
      tracker.visualAxis != 0
      ? nil
      : (
        person.kappa.left.opticalAxisAtRest, person.kappa.right.opticalAxisAtRest,
        person.cyclopeanKappa.opticalAxisAtRest
      )
    split = person.rotationSplit / 2
    // The constant outward difference comes from takes that were made at about 35 cm.
    vergenceAtRest = person.interpupillaryDistance / 0.35
    tangentOfField = tan(tracker.fieldOfView / 2)
    func wander(_ component: Component, _ sd: Double, _ time: Double, knots: Wander.Knots = .fine) -> Wander {
      Wander(
        stream(component), sd: SIMD3(repeating: sd), timeConstant: time, knots: knots)
    }
    drift = wander(.slowDrift, tracker.driftSD * error.noiseFactor, tracker.driftTime)
    // The eyes' noise needs a knot at every tick, because its differences from frame to frame matter.
    noise = wander(.eyeNoise, tracker.noiseSD * error.noiseFactor, tracker.noiseTime, knots: .everyTick)
    faceRotation = wander(.faceRotation, tracker.faceRotationNoise, tracker.noiseTime)
    facePosition = wander(.facePosition, tracker.facePositionNoise, tracker.noiseTime)
    focus = wander(.lookAtNoise, tracker.lookAtNoise, tracker.noiseTime)
  }

  /// Writes the frame that ARKit gives for the true scene at a tick. `frame` is changed in place, because frames are
  /// large and copies would be expensive.
  mutating func look(_ scene: Scene, at tick: UInt64, time: Double, into frame: inout FaceFrame) {
    let head = scene.interfaceFromFace
    let seen = head.rotation * .small(session.faceBias + faceRotation.value(at: tick))
    let place = head.translation * session.distanceScale + facePosition.value(at: tick)
    let target = head.inverse.apply(SIMD3(scene.hit.x, scene.hit.y, 0))
    let eyes = eyes(target, scene, tick)
    let closure = scene.lid
    frame.time = time
    frame.camera = TransformMatrix(RigidTransform(rotation: scene.worldFromPortrait))
    frame.face = TransformMatrix(
      RigidTransform(rotation: scene.worldFromInterface * seen, translation: scene.worldFromInterface.apply(place)))
    frame.leftEye = TransformMatrix(eyes.left.pose)
    frame.rightEye = TransformMatrix(eyes.right.pose)
    frame.blink = SIMD2(closure, closure)
    frame.lookAt = lookAt(eyes, target, tick)
    frame.blendShapes?.first = Self.shapes(
      eyes.left, eyes.right, closure, outward: error.outward, scale: SIMD2(tracker.shapeScaleH, tracker.shapeScaleV))
    signals?.write(
      scene.sign, upward: (eyes.left.pitch + eyes.right.pitch) / 2, at: tick, into: &frame.blendShapes)
  }

  /// True if the tracker finds the face.
  @inline(__always) func isTracked(_ scene: Scene) -> Bool {
    let place = scene.interfaceFromFace.translation
    return abs(scene.headAngles.x) < tracker.maximumYaw
      && SIMD2(place.x, place.y).length < -place.z * tangentOfField
  }

  private struct Eye {
    var pose: RigidTransform
    var yaw: Double
    var pitch: Double
  }

  @inline(__always)
  private mutating func eyes(
    _ target: Vector3, _ scene: Scene, _ tick: UInt64
  ) -> (left: Eye, right: Eye) {
    func eye(_ centre: Vector3, _ angles: GazeAngles) -> Eye {
      Eye(
        pose: RigidTransform(rotation: angles.rotationWithoutRoll, translation: centre), yaw: angles.yaw,
        pitch: angles.pitch)
    }
    let addition = addition(scene, tick)
    func reported(_ from: Vector3, _ opticalAtRest: Vector3?, disparity: Double) -> GazeAngles {
      let visual = sight(target - from, disparity).normalized
      let optical = opticalAtRest.map { RotationMatrix.listing(visual).apply($0) } ?? visual
      return report(optical, scene.headAngles, scene.distance, addition)
    }
    let disparity = scene.disparity
    guard tracker.coupled > 0.5 else {
      return (
        eye(left, reported(left, opticalAtRest?.left, disparity: disparity / 2)),
        eye(right, reported(right, opticalAtRest?.right, disparity: -disparity / 2))
      )
    }
    // Both eyes are one signal, the cyclopean axis; each eye differs from it by a nearly constant horizontal slope.
    let middle = (left + right) / 2
    let d = reported(middle, opticalAtRest?.cyclopean, disparity: 0)
    let vergence = (left.x - right.x) / (target.z - middle.z)
    let outward = error.outward + tracker.vergenceShare * (vergenceAtRest - vergence + disparity)
    let (sine, cosine) = Elementary.sinCos(SIMD2(d.yaw, d.pitch))
    let slope = sine / cosine
    return (
      Self.eye(at: left, beside: d, slope, Side.left.sign * outward / 2),
      Self.eye(at: right, beside: d, slope, Side.right.sign * outward / 2)
    )
  }

  /// An eye whose horizontal slope (x/z) differs by `h` from that of a direction and whose vertical slope (y/z) is the
  /// same. The eye does not roll about its axis.
  ///
  /// No trigonometry is needed: the columns of Ry(yaw)·Rx(−pitch) are the slopes, normalised, and the angles differ by
  /// arc tangents of small numbers x, which are approximated as x − x³/3 (error x⁵/5: 1e-8 at 0.033).
  private static func eye(
    at centre: Vector3, beside d: GazeAngles, _ tangents: Vector2, _ h: Double
  ) -> Eye {
    func difference(_ a: Double, _ b: Double) -> Double {
      let x = (a - b) / (1 + a * b)
      return x - x * x * x / 3
    }
    let across = tangents.x + h
    // The vertical slope y/z of the direction is tan(pitch)/cos(yaw).
    let up = tangents.y * (1 + tangents.x * tangents.x).squareRoot()
    let level = (1 + across * across).squareRoot()
    let length = (1 + across * across + up * up).squareRoot()
    let z = SIMD3(across, up, 1) / length
    let x = SIMD3(1, 0, -across) / level
    return Eye(
      pose: RigidTransform(rotation: RotationMatrix(unchecked: x, z.cross(x), z), translation: centre),
      yaw: d.yaw + difference(across, tangents.x), pitch: d.pitch + difference(up / level, tangents.y))
  }

  /// The direction to the target, by which the eye turns. The eye's centre of horizontal rotation is further back than
  /// its centre of vertical rotation.
  private func sight(_ way: Vector3, _ disparity: Double) -> Vector3 {
    if split == 0, disparity == 0 { return way }
    return SIMD3(way.x / (way.z + split) + disparity, way.y / (way.z - split), 1)
  }

  /// The angles that noise, drift and the lid add, radians; the noise is not yet scaled.
  private mutating func addition(
    _ scene: Scene, _ tick: UInt64
  ) -> (fixed: Vector2, noise: Vector2) {
    let (d, n) = (drift.value(at: tick), noise.value(at: tick))
    var fixed = SIMD2(d.x, d.y)
    fixed.y -= tracker.blinkArtefact * Double(scene.lid)
    return (fixed, SIMD2(n.x, n.y) + scene.white * tracker.whiteSD)
  }

  /// The reported angles of an optical axis.
  private func report(
    _ optical: Vector3, _ head: Vector2, _ distance: Double,
    _ addition: (fixed: Vector2, noise: Vector2)
  ) -> GazeAngles {
    let truth = GazeAngles(direction: optical)
    let angles = SIMD2(truth.yaw, truth.pitch)
    let offAxis = (angles - error.reference) / tracker.eccentricity
    let scale = distance / tracker.noiseDistance * (1 + (offAxis * offAxis).sum())
    let reported =
      error.report(angles, head: head, sessionBias: session.bias) + addition.fixed + addition.noise * scale
    // The limit is the largest turn of an eye; the tracker reports no larger angle.
    let limit = 60.0.radians
    return GazeAngles(yaw: min(max(reported.x, -limit), limit), pitch: min(max(reported.y, -limit), limit))
  }

  /// Point at which both eyes are reported to look. Its distance is the true distance with the tracker's noise.
  private mutating func lookAt(_ eyes: (left: Eye, right: Eye), _ target: Vector3, _ tick: UInt64) -> SIMD3<Float> {
    let (a, b) = (eyes.left.pose.rotation.z, eyes.right.pose.rotation.z)
    let middle = (left + right) / 2
    // The mean of the two eyes' slopes is the slope of a cyclopean eye.
    let slope = SIMD3((a.x / a.z + b.x / b.z) / 2, (a.y / a.z + b.y / b.z) / 2, 1)
    let depth = max(target.z - middle.z, 0.05) * max(1 + focus.value(at: tick).x, 0.1)
    let point = middle + slope * depth
    return SIMD3(Float(point.x), Float(point.y), Float(point.z))
  }

  /// Coefficients for the rotations: eyeLook* grow linearly with the angle, as in the takes. The coefficients are in
  /// the order of `BlendShapes.names`: blink, down, in, out, up of the left eye from index 0, of the right eye from
  /// index 7.
  ///
  /// - Parameters:
  ///   - outward: each eye's outward turn at rest, which the coefficients in the recorded takes do not count as looking
  ///     outward.
  ///   - scale: the angles (sideways, up and down) at which the coefficients are 1.
  private static func shapes(
    _ left: Eye, _ right: Eye, _ closure: Float, outward: Double, scale: Vector2
  ) -> SIMD16<Float> {
    func share(_ angle: Double, of scale: Double) -> (away: Float, back: Float) {
      let share = Float(angle / scale)
      return (min(max(share, 0), 1), min(max(-share, 0), 1))
    }
    let (h, v) = (share(left.yaw - outward, of: scale.x), share(left.pitch, of: scale.y))
    let (k, w) = (share(-right.yaw - outward, of: scale.x), share(right.pitch, of: scale.y))
    return SIMD16(closure, v.back, h.back, h.away, v.away, 0, 0, closure, w.back, k.back, k.away, w.away, 0, 0, 0, 0)
  }
}
