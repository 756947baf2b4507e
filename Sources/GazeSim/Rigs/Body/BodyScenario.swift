/// Tasks of simulated people in front of the rear camera.
public enum BodyScenario: String, RigScenario {
  /// Standing at many places, while somebody marks the joints on frozen pictures.
  case calibration
  /// Walking about, now and then out of the picture and back.
  case walking
  /// Standing and waving.
  case waving
  /// Standing and turning.
  case standing
  /// Standing, waving and walking behind a counter.
  case occluded
  /// Walking and waving in front of a turned phone: `--set body.orientation=0…3`.
  case orientations

  /// Description in one sentence.
  public var summary: String {
    switch self {
    case .calibration:
      "standing at many places while somebody marks joints on frozen pictures, some wrongly; fits the overlay"
    case .walking: "walking about, now and then out of the picture and back; measures the overlay and its lag"
    case .waving: "standing and waving one arm; measures the overlay, lag and jitter"
    case .standing: "standing and turning; measures the overlay and jitter"
    case .occluded: "standing, waving and walking behind a counter; counts circles where no joint is seen"
    case .orientations: "walking and waving before a turned phone (body.orientation, landscapeRight if not set)"
    }
  }

  /// Duration by default, seconds.
  public var defaultDuration: Double? { 60 }

  /// Number of the session: 0 for the calibration, which takes place in an earlier session, else 1.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// Constants in which the scenario differs from the preset.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .calibration: [("marking.interval", 0.5), ("behaviour.leaves", 0)]
    case .occluded: [("body.counter", 1), ("behaviour.leaves", 0.1)]
    case .orientations: [("body.orientation", 1)]
    case .walking, .waving, .standing: []
    }
  }

  /// Probability of each kind of episode.
  var habits: (walk: Double, wave: Double, turn: Double) {
    switch self {
    case .calibration: (0.4, 0, 0.1)
    case .walking: (0.8, 0, 0)
    case .waving: (0.05, 0.65, 0)
    case .standing: (0, 0, 0.4)
    case .occluded: (0.3, 0.3, 0.1)
    case .orientations: (0.45, 0.3, 0.1)
    }
  }
}
