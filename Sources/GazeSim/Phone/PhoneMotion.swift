import GazePipeline
private import PortableFoundation

/// Pose of the phone, which is reclined, rolled and turned and sways in a hand that takes a new grip now and then. In
/// the gravity-aligned world, y points up, and the camera looks along −z. Tremor of the hand (0.05 mm at 7 Hz, 0.008°)
/// is not simulated because it is too small to have a visible effect.
struct PhoneMotion: Sendable {
  private let rest: RotationMatrix
  private let isGravityAligned: Bool
  private let portraitFromInterface: RotationMatrix
  private let isTurned: Bool
  private var position: Wander
  private var angle: Wander
  private var grip: Shifts

  init(
    _ p: SimulationParameters.Phone, recline: Double, orientation: ScreenOrientation, memory: Int, tick: Double,
    _ stream: (Component) -> RandomStream
  ) {
    rest = .aboutX(recline) * .aboutZ(p.roll)
    isGravityAligned = p.gravityAligned == 1
    portraitFromInterface = orientation.portraitFromInterface
    isTurned = orientation != .portrait
    let hand = p.inHand == 1 ? 1.0 : 0
    func wander(_ component: Component, _ sd: Double) -> Wander {
      Wander(
        stream(component), sd: SIMD3(repeating: sd * hand), timeConstant: p.swayTime, tick: tick, memory: memory,
        knots: .heavy)
    }
    position = wander(.phonePosition, p.swayPosition)
    angle = wander(.phoneRotation, p.swayAngle)
    grip = Shifts(
      stream(.regrips), every: p.regripTime, position: p.regripPosition * hand, angle: p.regripAngle * hand,
      duration: 0.6, memory: Double(memory) * tick)
  }

  /// Orientations of the portrait view and of the interface in the world, and the phone's own movement (interface
  /// frame, metres). In recorded takes the camera turns but does not move: without world tracking its movement appears
  /// in the face's position instead.
  mutating func pose(
    at tick: UInt64, _ time: Double
  ) -> (worldFromPortrait: RotationMatrix, worldFromInterface: RotationMatrix, sway: SIMD3<Double>) {
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

/// A position and an angle that jump now and then to new values drawn about the rest: regrips, shifts of posture.
struct Shifts: Sendable {
  private let stream: RandomStream
  private let rate: Double
  private let positionSD: Double
  private let angleSD: Double
  private let duration: Double
  private let memory: Double
  private var number: UInt64 = 0
  private var next: Double
  private var position = Glide(at: SIMD3<Double>.zero)
  private var angle = Glide(at: SIMD3<Double>.zero)
  private var end = -Double.infinity

  init(_ stream: RandomStream, every: Double, position: Double, angle: Double, duration: Double, memory: Double) {
    self.stream = stream
    positionSD = position
    angleSD = angle
    self.duration = duration
    self.memory = memory
    rate = position == 0 && angle == 0 ? 0 : 1 / every
    next = .infinity
    draw(after: 0)
  }

  private mutating func draw(after time: Double) {
    guard rate > 0 else { return }
    // The next shift starts only when the previous shift has been over for longer than `memory`, because `value(at:)`
    // can look back over one shift only.
    next = time + duration + memory + stream.exponential(4 * number) / rate
  }

  /// The shift at `time`, which may be `memory` before the latest time requested.
  mutating func value(at time: Double) -> (position: SIMD3<Double>, angle: SIMD3<Double>) {
    while time >= next {
      position.go(to: stream.normals3(2 * number + 1_000_000_001) * positionSD, at: next, duration: duration)
      angle.go(to: stream.normals3(2 * number + 2_000_000_000) * angleSD, at: next, duration: duration)
      number += 1
      end = next + duration
      draw(after: next)
    }
    // The usual case: the last shift is over, or no shift has begun.
    if time >= end { return (position.to, angle.to) }
    return (position.value(at: time), angle.value(at: time))
  }
}

extension RotationMatrix {
  /// A rotation by about |v| radians about v. Its exact angle is 2·atan(|v|/2): v/2 is used as a Gibbs vector, because
  /// this needs no trigonometry. The error is |v|³/12: 1e-5 of a radian at 3°.
  static func small(_ v: SIMD3<Double>) -> RotationMatrix {
    let h = v / 2
    let square = h.dot(h)
    let k = 2 / (1 + square)
    let (xx, yy, zz) = (h.x * h.x, h.y * h.y, h.z * h.z)
    let (xy, xz, yz) = (h.x * h.y, h.x * h.z, h.y * h.z)
    return RotationMatrix(
      unchecked: SIMD3(1 - k * (yy + zz), k * (xy + h.z), k * (xz - h.y)),
      SIMD3(k * (xy - h.z), 1 - k * (xx + zz), k * (yz + h.x)),
      SIMD3(k * (xz + h.y), k * (yz - h.x), 1 - k * (xx + yy)))
  }
}
