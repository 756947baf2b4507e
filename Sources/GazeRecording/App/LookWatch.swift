/// One look at a dot: whether it was steady enough to be of use.
struct LookWatch: Sendable {
  /// Frames that a look needs: the fit's own.
  static let leastFrames = 10
  /// Largest spread of the gaze within a look, radians, √(σx² + σy²): four times what the tracker and a resting eye come
  /// to (models: STD 0.4°), so that it takes a second look elsewhere.
  static let largestSpread = 1.5 * Double.pi / 180

  /// When the dot came up, seconds.
  let start: Double
  private var frames = 0
  private var usable = 0.0
  private var mean = SIMD2<Double>.zero
  private var squares = SIMD2<Double>.zero
  private(set) var distance = 0.0
  private(set) var head = SIMD2<Double>.zero

  init(start: Double) { self.start = start }

  /// A frame after the settling time; nil without a face.
  mutating func add(_ viewer: ViewerPose?) {
    frames += 1
    guard let viewer, !viewer.isBlinking, let hit = viewer.hit else { return }
    usable += 1
    let before = hit - mean
    mean += before / usable
    squares += before * (hit - mean)
    distance += (viewer.distance - distance) / usable
    head += (viewer.head - head) / usable
  }

  /// Enough frames, at least half of them usable, and the gaze stayed where it was.
  var isSteady: Bool {
    guard usable >= Double(Self.leastFrames), 2 * usable >= Double(frames), distance > 0 else { return false }
    return (squares.sum() / usable).squareRoot() <= Self.largestSpread * distance
  }
}
