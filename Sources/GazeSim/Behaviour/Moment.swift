import GazePipeline
import GazeRecording

/// The true state at one tick, which holds until the next moment that is stored.
struct Moment {
  /// The tick.
  var tick: Int
  /// Point where the visual axes meet the screen's plane, without the reflex's slip, nystagmus and fixational drift;
  /// interface frame, metres.
  var gaze: SaccadePath
  /// The head's turn, (yaw, pitch), radians.
  var turn: Approach
  /// Distance from the camera to the eyes, metres.
  var distance: Double
  /// Closure of the lids, 0…1.
  var lid: Float
  /// Difference of the horizontal angles of left and right eye, radians.
  var disparity: Float
  var state: RecordedFrame.Truth.State
  var isLost: Bool
  /// Heights of the face above its rest by signs, 0…1: see `Signs`.
  var sign: SIMD2<Float>
}

/// The moments of the last ticks, which are kept because a frame shows the state of one latency earlier.
///
/// A moment is stored only when something has changed, so a whole fixation is one moment.
struct Memory {
  /// Number of ticks that are kept, a power of two: 267 ms. `SimulatedFrames` cuts a longer delay off there, and
  /// `Wander` and `Shifts` look back as far.
  static let ticks = 64
  private var moments: [Moment] = []
  private var last = -1

  mutating func append(_ moment: Moment) {
    last += 1
    if moments.count < Self.ticks { moments.append(moment) } else { moments[last % Self.ticks] = moment }
  }

  /// The true state at a tick, at most `ticks` back.
  @inline(__always)
  func moment(at tick: Int) -> Moment {
    var index = last
    while index > 0, moments[index & (Self.ticks - 1)].tick > tick { index -= 1 }
    return moments[index & (Self.ticks - 1)]
  }
}
