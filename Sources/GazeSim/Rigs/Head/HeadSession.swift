package import GazePipeline
private import PortableFoundation

/// The random values of a session, drawn when a person puts the headphones on: how the headphones sit, and their
/// errors.
package struct HeadSession: Equatable {
  /// `headFromSensor`. The mounting includes the bias of pitch and roll, because the bias of an accelerometer turns
  /// with the sensor.
  package var mounting: UnitQuaternion
  /// `latency`: delay from a movement to its sample, seconds; `yawOffset`: yaw at which the sensor reports zero,
  /// before the first sample, radians; `yawDrift`: drift rate of the yaw, rad/s.
  package var latency, yawOffset, yawDrift: Double
  /// Bias of the gyro, rad/s about the sensor's axes.
  package var gyroBias: Vector3

  /// Bounds of a latency that varies, seconds; the row of `sensor.latencySD` repeats them.
  package static let latencies = 0.06...0.2

  init(_ p: HeadParameters.Sensor, _ stream: RandomStream) {
    // Draws in use: 0, 1, 8, 9, 10, and 12 and 13 by `normals3(6)`.
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

extension RigSimulation where Rig == HeadRig {
  /// The true properties of this person's headphones in this session.
  package func headSession(participant: Int) -> HeadSession {
    HeadSession(parameters.sensor, sessionStream(0, participant: participant))
  }
}
