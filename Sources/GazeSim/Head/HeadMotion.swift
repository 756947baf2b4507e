private import Foundation
import GazePipeline

/// Pose and motion of the head: posture, sway, shifts of posture, a slow slump, and the turns that the behaviour
/// requests.
struct HeadMotion: Sendable {
  private let p: SimulationParameters.Head
  private let rest: SIMD2<Double>
  private let eyesInFace: SIMD3<Double>
  private let eyesFromCamera: SIMD2<Double>
  private let upright: RotationMatrix?
  private let swing: (amplitude: Double, rate: Double)
  private let swayPhase: Double
  private var rotation: Wander
  private var position: Wander
  private var posture: Shifts

  init(
    _ parameters: SimulationParameters, person: Person, session: Session, orientation: ScreenOrientation, memory: Int,
    tick: Double, _ stream: (Component) -> RandomStream
  ) {
    p = parameters.head
    rest = session.posture
    eyesInFace = Mirror.reflect((person.eyeCentre(.left) + person.eyeCentre(.right)) / 2)
    eyesFromCamera =
      orientation.interface(fromPortrait: SIMD2(0, -p.eyesBelowCamera)) + SIMD2(p.shiftRight, p.shiftUp)
    // The face stays upright when the phone leans.
    upright = parameters.phone.roll == 0 ? nil : .aboutZ(-parameters.phone.roll)
    swing = person.flag?.headSwing ?? (0, 0)
    rotation = Wander(
      stream(.headRotation), sd: SIMD3(p.yawSD, p.pitchSD, p.rollSD), timeConstant: p.time, tick: tick, memory: memory,
      knots: .heavy)
    position = Wander(
      stream(.headPosition), sd: SIMD3(repeating: p.positionSD), timeConstant: p.time, tick: tick, memory: memory,
      knots: .heavy)
    let jumps = stream(.postureJumps)
    swayPhase = 2 * .pi * jumps.uniform(.max)
    posture = Shifts(
      jumps, every: p.postureJumpTime, position: p.postureJumpPosition, angle: p.postureJumpAngle, duration: 1,
      memory: Double(memory) * tick)
  }

  /// Rest position of the eyes in front of the screen's plane, interface frame, metres.
  func eye(distance: Double) -> SIMD3<Double> { SIMD3(eyesFromCamera.x, eyesFromCamera.y, distance) }

  /// The head's pose at a tick, interface frame, and its (yaw, pitch).
  ///
  /// - Parameters:
  ///   - turn: the turn that the behaviour requests, (yaw, pitch), radians.
  ///   - sway: the phone's own movement, which appears in the face's position when there is no world tracking.
  mutating func pose(
    at tick: UInt64, _ time: Double, turn: SIMD2<Double>, distance: Double, sway: SIMD3<Double>
  ) -> (interfaceFromFace: RigidTransform, angles: SIMD2<Double>) {
    let shift = posture.value(at: time)
    var a = rotation.value(at: tick) + shift.angle
    // At most 5°: beyond that people notice and sit up.
    a.y -= min(p.slump * time, 5.0.radians)
    if swing.rate > 0 { a.x += swing.amplitude * sin(2 * .pi * swing.rate * time) }
    let angles = rest + turn + SIMD2(a.x, a.y)
    // Physical frame: own right, up, backwards, the user at z > 0. A turn to one's own right is negative about up.
    var rotation = RotationMatrix.yawPitch(-angles.x, angles.y) * .small(SIMD3(0, 0, a.z))
    if let upright { rotation = upright * rotation }
    var eyes = eye(distance: distance) + position.value(at: tick) + shift.position - Mirror.reflect(sway)
    if p.standing == 1 { eyes.x += p.standingSway * sin(2 * .pi * p.standingRate * time + swayPhase) }
    // No face comes closer than 10 cm, however much it sways: behind the screen there is no valid pose.
    eyes.z = max(eyes.z, 0.1)
    // The distance is measured to the eyes; the face's origin is behind and below them.
    let pose = RigidTransform(rotation: rotation, translation: eyes - rotation.apply(eyesInFace))
    return (Mirror.reflect(pose), angles)
  }
}
