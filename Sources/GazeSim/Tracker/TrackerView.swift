private import Foundation
import GazePipeline

/// How ARKit sees the truth: eyes without roll and coupled as in real takes, face pose a little off, slow drift,
/// coloured noise. One value a person and session; `advance` once a tick, `look` once a frame.
struct TrackerView: Sendable {
  private let t: SimulationParameters.Tracker
  private let person: Person
  private let sessionBias: SIMD2<Double>
  private let distanceScale: Double
  private let faceBias: SIMD3<Double>
  private var drift: OrnsteinUhlenbeck
  private var noise: OrnsteinUhlenbeck
  private var faceRotation: OrnsteinUhlenbeck
  private var facePosition: OrnsteinUhlenbeck
  private let white: RandomStream

  init(_ t: SimulationParameters.Tracker, person: Person, seed: UInt64, participant: Int, session: Int, tick: Double) {
    self.t = t
    self.person = person
    func stream(_ component: Component) -> RandomStream {
      RandomStream(seed: seed, component, participant: participant, session: session)
    }
    let s = stream(.trackerSession)
    sessionBias = s.normals(0) * t.sessionBiasSD
    distanceScale = 1 + t.distanceScaleSD * s.normal(1)
    faceBias = s.normals3(2) * t.faceRotationBiasSD
    let factor = person.error.noiseFactor
    func wander(_ component: Component, _ sd: Double, _ time: Double) -> OrnsteinUhlenbeck {
      OrnsteinUhlenbeck(stream(component), sd: SIMD3(repeating: sd), timeConstant: time, tick: tick)
    }
    drift = wander(.slowDrift, t.driftSD * factor, t.driftTime)
    noise = wander(.eyeNoise, t.noiseSD * factor, t.noiseTime)
    faceRotation = wander(.faceRotation, t.faceRotationNoise, t.noiseTime)
    facePosition = wander(.facePosition, t.facePositionNoise, t.noiseTime)
    white = stream(.whiteNoise)
  }

  mutating func advance(to tick: UInt64) {
    drift.advance(to: tick)
    noise.advance(to: tick)
    faceRotation.advance(to: tick)
    facePosition.advance(to: tick)
  }

  /// The slow parts as they are now, to be kept until the frame that shows this tick comes out of the tracker.
  var errors: TrackerTick {
    TrackerTick(
      drift: drift.value, noise: noise.value, faceRotation: faceRotation.value, facePosition: facePosition.value)
  }

  /// The frame that ARKit gives for a tick of truth.
  func look(
    at truth: TruthTick, head: RigidTransform, worldFromCamera: RigidTransform, index: UInt64, time: Double
  ) -> FaceFrame {
    let errors = truth.tracker
    let seen = RigidTransform(
      rotation: head.rotation * Self.small(faceBias + errors.faceRotation),
      translation: head.translation * distanceScale + errors.facePosition)
    let worldFromFace = worldFromCamera * seen
    // What the eyes look at, in the face's true frame.
    let target = head.inverse.apply(SIMD3(truth.hit.x, truth.hit.y, 0))
    let turn = GazeAngles(direction: head.rotation.z)
    let (left, right) = eyes(target, truth, turn, index)
    let closure = Float(truth.lid)
    let lookAt = worldFromFace.inverse.apply(worldFromCamera.apply(SIMD3(truth.hit.x, truth.hit.y, 0)))
    let isTracked = !truth.isLost && abs(turn.yaw) < t.maximumYaw
    return FaceFrame(
      time: time, isTracked: isTracked, camera: TransformMatrix(worldFromCamera),
      face: TransformMatrix(worldFromFace), leftEye: TransformMatrix(left), rightEye: TransformMatrix(right),
      blink: SIMD2(closure, closure), lookAt: SIMD3(Float(lookAt.x), Float(lookAt.y), Float(lookAt.z)))
  }

  private func eyes(
    _ target: SIMD3<Double>, _ truth: TruthTick, _ head: GazeAngles, _ index: UInt64
  ) -> (left: RigidTransform, right: RigidTransform) {
    let (l, r) = (person.eyeCentre(.left), person.eyeCentre(.right))
    func eye(_ centre: SIMD3<Double>, _ direction: SIMD3<Double>) -> RigidTransform {
      RigidTransform(rotation: GazeAngles(direction: direction).rotationWithoutRoll, translation: centre)
    }
    func axis(_ from: SIMD3<Double>, _ kappa: Kappa) -> SIMD3<Double> {
      report(kappa.opticalAxis(visual: (target - from).normalized), truth, head, index)
    }
    guard t.coupled > 0.5 else { return (eye(l, axis(l, person.kappa.left)), eye(r, axis(r, person.kappa.right))) }
    // One signal: the cyclopean axis, and the two eyes a constant slope to either side of it.
    let d = axis((l + r) / 2, person.cyclopeanKappa)
    let (slope, half) = (SIMD2(d.x, d.y) / d.z, t.outward / 2)
    return (
      eye(l, SIMD3(slope.x + Side.left.sign * half, slope.y, 1)),
      eye(r, SIMD3(slope.x + Side.right.sign * half, slope.y, 1))
    )
  }

  /// The reported axis of an optical one.
  private func report(
    _ optical: SIMD3<Double>, _ truth: TruthTick, _ head: GazeAngles, _ index: UInt64
  ) -> SIMD3<Double> {
    let angles = GazeAngles(direction: optical)
    var reported = person.error.report(
      angles, head: SIMD2(head.yaw, head.pitch), sessionBias: sessionBias)
    let offAxis = SIMD2(angles.yaw, angles.pitch) - person.error.reference
    let eccentricity = offAxis.length / t.eccentricity
    let scale = truth.distance / t.noiseDistance * (1 + eccentricity * eccentricity)
    let e = truth.tracker
    reported += SIMD2(e.drift.x, e.drift.y) + SIMD2(e.noise.x, e.noise.y) * scale
    if t.whiteSD > 0 { reported += white.normals(index) * (t.whiteSD * scale) }
    reported.y -= t.blinkArtefact * truth.lid
    // An eye does not turn further than this, and the tracker does not say so.
    let limit = 60.0.radians
    return GazeAngles(
      yaw: min(max(reported.x, -limit), limit), pitch: min(max(reported.y, -limit), limit)
    ).direction
  }

  private static func small(_ v: SIMD3<Double>) -> Rotation {
    v == .zero ? .identity : .aboutY(v.x) * .aboutX(v.y) * .aboutZ(v.z)
  }
}

/// The tracker's slow errors at one tick.
struct TrackerTick: Sendable {
  var drift: SIMD3<Double>
  var noise: SIMD3<Double>
  var faceRotation: SIMD3<Double>
  var facePosition: SIMD3<Double>
}
