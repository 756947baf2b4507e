import GazePipeline
import GazeRecording
private import PortableFoundation

/// Pose of the phone, which is reclined, rolled and turned and sways in a hand that takes a new grip now and then. In
/// the gravity-aligned world, y points up, and the camera looks along −z. Tremor of the hand (0.05 mm at 7 Hz, 0.008°)
/// is not simulated because it is too small to have a visible effect.
struct PhoneMotion {
  private let rest: RotationMatrix
  private let isGravityAligned: Bool
  private let portraitFromInterface: RotationMatrix
  private let isTurned: Bool
  private var position, angle: Wander
  private var grip: Shifts

  init(
    _ p: SimulationParameters.Phone, recline: Double, orientation: ScreenOrientation,
    _ stream: (Component) -> RandomStream
  ) {
    rest = .aboutX(recline) * .aboutZ(p.roll)
    isGravityAligned = p.gravityAligned == 1
    portraitFromInterface = orientation.portraitFromInterface
    isTurned = orientation != .portrait
    let hand = p.inHand == 1 ? 1.0 : 0
    func wander(_ component: Component, _ sd: Double) -> Wander {
      Wander(
        stream(component), sd: SIMD3(repeating: sd * hand), timeConstant: p.swayTime, knots: .heavy)
    }
    position = wander(.phonePosition, p.swayPosition)
    angle = wander(.phoneRotation, p.swayAngle)
    grip = Shifts(
      stream(.regrips), every: p.regripTime, position: p.regripPosition * hand, angle: p.regripAngle * hand,
      duration: 0.6)
  }

  /// Orientations of the portrait view and of the interface in the world, and the phone's own movement (interface
  /// frame, metres). In recorded takes the camera turns but does not move: without world tracking its movement appears
  /// in the face's position instead.
  mutating func pose(
    at tick: UInt64, _ time: Double
  ) -> (worldFromPortrait: RotationMatrix, worldFromInterface: RotationMatrix, sway: Vector3) {
    let grip = grip.value(at: time)
    let a = angle.value(at: tick) + grip.angle
    let sway = position.value(at: tick) + grip.position
    if !isGravityAligned {
      return (.identity, portraitFromInterface, sway)
    }
    let interface = RotationMatrix.small(a) * rest
    return (isTurned ? interface * portraitFromInterface.inverse : interface, interface, sway)
  }
}
