package import GazePipeline
private import PortableFoundation

/// The random values of one session of a person with the phone, drawn from (seed, participant, session).
package struct Session {
  /// Rest turn of the head relative to the phone, (yaw, pitch), radians.
  var posture: Vector2
  /// The person's own viewing distance, metres.
  package var distance: Double
  /// Angle by which the phone leans back from upright, radians.
  var recline: Double
  /// Delay from the camera to the callback, seconds.
  package var latency: Double
  /// Ratio of the tracker's distances to the true ones.
  var distanceScale: Double
  /// Bias of the reported axis in this session, in addition to the person's lasting bias, radians.
  package var bias: Vector2
  /// Bias of the face's rotation, as a rotation vector in the face's axes, radians.
  package var faceBias: Vector3

  package init(_ p: SimulationParameters, of person: Person, seed: UInt64, participant: Int, session: Int) {
    let body = RandomStream(seed: seed, .posture, participant: participant, session: session)
    let tracker = RandomStream(seed: seed, .trackerSession, participant: participant, session: session)
    // Draws in use: 0 to 2 of `.posture`; 0, 1, 3, 4 and 5 of `.trackerSession`, since `normals3(2)` takes 4 and 5.
    posture = SIMD2(p.head.postureYawSD, p.head.posturePitchSD) * body.normals(0) + (person.flag?.headTurn ?? .zero)
    // No one reads a phone from closer than 20 cm or from further than an arm's length.
    let own = p.head.distance + p.head.distanceSD * body.normal(1)
    distance = min(max(own, 0.20), max(0.85, p.head.distance))
    recline = min(max(p.phone.recline + p.phone.reclineSD * body.normal(2), 0), .pi / 2)
    latency = p.tracker.latency * exp(p.tracker.latencySpread * tracker.normal(3))
    // Without this bound, a draw of six standard deviations at the largest allowed setting would make the scale
    // negative and turn the face round.
    distanceScale = max(1 + p.tracker.distanceScaleSD * tracker.normal(1), 0.2)
    bias = tracker.normals(0) * (p.tracker.sessionBiasSD * person.error.spread)
    faceBias = tracker.normals3(2) * (p.tracker.faceRotationBiasSD * person.error.spread)
  }
}
