package import GazePipeline

/// Position and rotation of a person's head.
package struct SyntheticPose {
  package var distance = 0.35
  package var yaw = 0.0
  package var pitch = 0.0
  /// Orientation of the phone; the face remains upright in front of it.
  package var orientation = ScreenOrientation.portrait

  /// A pose; by default straight, from 35 cm.
  package init(distance: Double = 0.35, yaw: Double = 0, pitch: Double = 0) {
    (self.distance, self.yaw, self.pitch) = (distance, yaw, pitch)
  }

  /// A face `distance` metres in front of the screen's middle, slightly off centre, turned by yaw and pitch.
  package func cameraFromFace(wobble: SIMD3<Double> = .zero) -> RigidTransform {
    let upright = RigidTransform(
      rotation: .aboutY(yaw) * .aboutX(-pitch), translation: SIMD3(0.004, -0.05, -distance) + wobble)
    if orientation == .portrait { return upright }
    return RigidTransform(rotation: orientation.portraitFromInterface) * upright
  }

  package static let distances = [0.25, 0.35, 0.45]

  /// Straight, ±10° of yaw, ±10° of pitch.
  package static let rotations: [(yaw: Double, pitch: Double)] = [
    (0, 0), (10.radians, 0), (-10.radians, 0), (0, 10.radians), (0, -10.radians),
  ]

  package static let protocolOfDevice = distances.flatMap { distance in
    rotations.map { SyntheticPose(distance: distance, yaw: $0.yaw, pitch: $0.pitch) }
  }
}
