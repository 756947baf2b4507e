package import GazePipeline

/// What is drawn once a person puts the headphones on: how they sit and how they err.
package struct HeadSession: Sendable, Equatable {
  /// `headFromSensor`, the bias of pitch and roll in it: an accelerometer's bias turns with the sensor.
  package var mounting: UnitQuaternion
  /// From a movement to its sample, seconds.
  package var latency: Double
  /// Yaw of the sensor's zero before the first sample, radians.
  package var yawOffset: Double
  /// Rate of the yaw, rad/s.
  package var yawDrift: Double
  /// Of the gyro, rad/s about the sensor's axes.
  package var gyroBias: SIMD3<Double>

  /// Bounds of a latency where there is any, seconds.
  package static let latencies = 0.06...0.2

  init(_ p: HeadParameters.Sensor, _ stream: RandomStream) {
    let (sit, off) = (stream.normals3(0) * p.mounting, stream.normals(8) * p.bias)
    mounting =
      (UnitQuaternion(rotationVector: sit) ?? .identity)
      * (UnitQuaternion(rotationVector: SIMD3(off.x, off.y, 0)) ?? .identity)
    latency =
      p.latencySD > 0
      ? min(max(p.latency + p.latencySD * stream.normal(9), Self.latencies.lowerBound), Self.latencies.upperBound)
      : p.latency
    let yaw = stream.normals(10)
    yawOffset = p.reset * yaw.x
    yawDrift = p.yawDrift * yaw.y
    gyroBias = stream.normals3(6) * p.gyroBias
  }
}
