import GazeRecording

/// What simulated people do before the rear camera.
public enum BodyScenario: String, RigScenario {
  /// Somebody stands here and there, and the joints are marked on frozen pictures.
  case calibration
  /// Walks about, now and then out of the picture and back.
  case walking
  /// Stands and waves.
  case waving
  /// Stands, turns, stands.
  case standing
  /// Stands, waves and walks behind a counter.
  case occluded
  /// Walks and waves before a phone that is turned: `--set body.orientation=0…3`.
  case orientations

  /// One sentence.
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

  /// Seconds.
  public var defaultDuration: Double? { 60 }

  /// A calibration is an earlier session.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// What is different in its place.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .calibration: [("marking.interval", 0.5), ("behaviour.leaves", 0)]
    case .occluded: [("body.counter", 1), ("behaviour.leaves", 0.1)]
    case .orientations: [("body.orientation", 1)]
    case .walking, .waving, .standing: []
    }
  }

  /// How likely each kind of episode is.
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
