import GazePipeline
import GazeRecording

/// What is true at one tick, and until the next one that is written down.
struct Moment: Sendable {
  /// The tick.
  var tick: Int
  /// Where the visual axes go in the screen's plane but for the reflex, a swing and the drift of fixation, interface
  /// frame, metres.
  var gaze: SaccadePath
  /// The head's turn, (yaw, pitch), radians.
  var turn: Approach
  /// From the camera to the eyes, metres.
  var distance: Double
  /// How far the lids are closed, 0…1.
  var lid: Float
  /// Left minus right eye, radians.
  var disparity: Float
  /// What the eyes do.
  var state: FrameTruth.State
  /// The tracker has lost the face.
  var isLost: Bool
}

/// The moments of the last ticks: frames show what was true one latency ago.
///
/// Written only where something has changed, so that a fixation is one moment, and a saccade another.
struct Memory: Sendable {
  /// So many ticks can be looked back, a power of two: 267 ms, more than any latency that is allowed with its jitter.
  static let ticks = 64
  private var moments: [Moment] = []
  private var last = -1

  /// A moment that is later than all others.
  mutating func append(_ moment: Moment) {
    last += 1
    if moments.count < Self.ticks { moments.append(moment) } else { moments[last % Self.ticks] = moment }
  }

  /// What is true at a tick, at most `ticks` back.
  @inline(__always)
  func moment(at tick: Int) -> Moment {
    var index = last
    while index > 0, moments[index & (Self.ticks - 1)].tick > tick { index -= 1 }
    return moments[index & (Self.ticks - 1)]
  }
}
