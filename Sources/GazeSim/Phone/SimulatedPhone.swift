public import GazePipeline
private import GazeRecording
private import PortableFoundation

/// A device as on its data sheet; simulated phones are drawn around it.
public struct NominalPhone: Sendable, Equatable {
  /// The profile's identifier.
  public var id: String
  /// The data sheet's geometry.
  public var geometry: ScreenGeometry
  /// Standard deviation of width and height, metres.
  public var sizeSigma: SIMD2<Double>
  /// Standard deviation of the camera's position, metres.
  public var cameraSigma: SIMD2<Double>

  /// A device from its numbers.
  public init(id: String, geometry: ScreenGeometry, sizeSigma: SIMD2<Double>, cameraSigma: SIMD2<Double>) {
    self.id = id
    self.geometry = geometry
    self.sizeSigma = sizeSigma
    self.cameraSigma = cameraSigma
  }

  /// Geometry of phone `number`. Phone 0 is the nominal one; the true geometry of any other is drawn with the data
  /// sheet's sigmas, so that a fit has a deviation to find.
  public func phone(_ number: UInt64) -> ScreenGeometry {
    guard number > 0 else { return geometry }
    let stream = RandomStream(seed: number, .phoneGeometry)
    var true_ = geometry
    // The size is limited, because a profile may state a very large sigma for an unknown size, and a screen's size must
    // be positive.
    true_.metres = (true_.metres + sizeSigma * stream.normals(0)).clamped(
      lowerBound: geometry.metres / 4, upperBound: geometry.metres * 4)
    true_.camera += cameraSigma * stream.normals(1)
    return true_
  }
}

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
