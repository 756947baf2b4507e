import GazePipeline

/// Where the phone is: reclined, rolled, swaying in a hand. Gravity world: y up; the camera looks along −z.
struct PhoneMotion: Sendable {
  private let rest: Rotation
  private var position: OrnsteinUhlenbeck
  private var angle: OrnsteinUhlenbeck

  init(_ phone: SimulationParameters.Phone, seed: UInt64, participant: Int, session: Int, tick: Double) {
    rest = .aboutX(phone.recline) * .aboutZ(phone.roll)
    func wander(_ component: Component, _ sd: Double) -> OrnsteinUhlenbeck {
      OrnsteinUhlenbeck(
        RandomStream(seed: seed, component, participant: participant, session: session),
        sd: SIMD3(repeating: sd), timeConstant: phone.swayTime, tick: tick)
    }
    position = wander(.phonePosition, phone.swayPosition)
    angle = wander(.phoneRotation, phone.swayAngle)
  }

  mutating func advance(to tick: UInt64) {
    position.advance(to: tick)
    angle.advance(to: tick)
  }

  /// `worldFromCamera`. Recorded takes show a camera that turns and does not move: without world tracking the sway
  /// of the hand shows in the face's position instead (`sway`).
  func worldFromCamera(_ tick: TruthTick) -> RigidTransform {
    let a = tick.phoneAngles
    return RigidTransform(rotation: .aboutY(a.x) * .aboutX(a.y) * .aboutZ(a.z) * rest)
  }

  /// The phone's own turning about its rest.
  var angles: SIMD3<Double> { angle.value }

  /// The phone's own movement, camera frame, metres.
  var sway: SIMD3<Double> { position.value }
}
