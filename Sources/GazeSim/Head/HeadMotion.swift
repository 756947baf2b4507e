import GazePipeline
private import PortableFoundation

/// Pose and motion of the head: posture, sway, shifts of posture, a slow slump, and the turns that the behaviour
/// requests.
struct HeadMotion {
  private let head: SimulationParameters.Head
  private let rest: Vector2
  private let eyesInFace: Vector3
  private let eyesFromCamera: Vector2
  private let upright: RotationMatrix?
  private let swing: (amplitude: Double, rate: Double)
  private let swayPhase: Double
  private var rotation, position: Wander
  private var posture: Shifts

  init(
    _ parameters: SimulationParameters, person: Person, session: Session, orientation: ScreenOrientation,
    _ stream: (Component) -> RandomStream
  ) {
    head = parameters.head
    rest = session.posture
    eyesInFace = Mirror.reflect((person.eyeCentre(.left) + person.eyeCentre(.right)) / 2)
    eyesFromCamera =
      orientation.interface(fromPortrait: SIMD2(0, -head.eyesBelowCamera)) + SIMD2(head.shiftRight, head.shiftUp)
    // The face stays upright in the world when the phone is rolled, so it is turned back in the interface's frame.
    upright = parameters.phone.roll == 0 ? nil : .aboutZ(-parameters.phone.roll)
    swing = person.flag?.headSwing ?? (0, 0)
    rotation = Wander(
      stream(.headRotation), sd: SIMD3(head.yawSD, head.pitchSD, head.rollSD), timeConstant: head.time, knots: .heavy)
    position = Wander(
      stream(.headPosition), sd: SIMD3(repeating: head.positionSD), timeConstant: head.time, knots: .heavy)
    let jumps = stream(.postureJumps)
    swayPhase = 2 * .pi * jumps.uniform(.max)
    posture = Shifts(
      jumps, every: head.postureJumpTime, position: head.postureJumpPosition, angle: head.postureJumpAngle, duration: 1)
  }

  /// Rest position of the eyes in front of the screen's plane, interface frame, metres.
  func eye(distance: Double) -> Vector3 { SIMD3(eyesFromCamera.x, eyesFromCamera.y, distance) }

  /// The head's pose at a tick, interface frame, and its (yaw, pitch).
  ///
  /// - Parameters:
  ///   - turn: the turn that the behaviour requests, (yaw, pitch), radians.
  ///   - sway: the movement of the phone, which without world tracking appears as a movement of the face.
  mutating func pose(
    at tick: UInt64, _ time: Double, turn: Vector2, distance: Double, sway: Vector3
  ) -> (interfaceFromFace: RigidTransform, angles: Vector2) {
    let shift = posture.value(at: time)
    var a = rotation.value(at: tick) + shift.angle
    // The slump is at most 5°, because people notice a larger one and sit up.
    a.y -= min(head.slump * time, 5.0.radians)
    if swing.rate > 0 { a.x += swing.amplitude * sin(2 * .pi * swing.rate * time) }
    let angles = rest + turn + SIMD2(a.x, a.y)
    // The rotation is in the physical frame: x to the user's right, y up, z backwards, with the user at z > 0. A turn
    // to the user's right is a negative rotation about y.
    var rotation = RotationMatrix.yawPitch(-angles.x, angles.y) * .small(SIMD3(0, 0, a.z))
    if let upright { rotation = upright * rotation }
    var eyes = eye(distance: distance) + position.value(at: tick) + shift.position - Mirror.reflect(sway)
    if head.standing == 1 { eyes.x += head.standingSway * sin(2 * .pi * head.standingRate * time + swayPhase) }
    // No face comes closer than 10 cm, however much it sways, because a pose behind the screen would not be valid.
    eyes.z = max(eyes.z, 0.1)
    // The viewing distance is measured to the eyes, and the face's origin is behind and below the eyes.
    let pose = RigidTransform(rotation: rotation, translation: eyes - rotation.apply(eyesInFace))
    return (Mirror.reflect(pose), angles)
  }
}
