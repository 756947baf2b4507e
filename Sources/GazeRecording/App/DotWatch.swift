/// One fixation of a dot: decides whether it was steady enough to be used.
struct DotWatch: Sendable {
  /// Least number of frames of a fixation; equal to the value that the fit uses.
  static let leastFrames = 10
  /// Largest spread of the gaze within a fixation, radians, √(σx² + σy²): four times the joint noise of the tracker and
  /// of a resting eye (the models' standard deviation: 0.4°). Only a second fixation, of another place, exceeds this
  /// spread.
  static let largestSpread = 1.5 * Double.pi / 180

  /// Time at which the dot appeared, seconds.
  let start: Double
  private var frames = 0
  private var usable = 0.0
  private var mean = SIMD2<Double>.zero
  private var squares = SIMD2<Double>.zero
  private(set) var distance = 0.0
  private(set) var head = SIMD2<Double>.zero

  init(start: Double) { self.start = start }

  /// Adds a frame after the settling time; pass nil for a frame without a face.
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

  /// True if there are enough frames, at least half of them are usable, and the gaze stayed at one place.
  var isSteady: Bool {
    guard usable >= Double(Self.leastFrames), 2 * usable >= Double(frames), distance > 0 else { return false }
    return (squares.sum() / usable).squareRoot() <= Self.largestSpread * distance
  }
}
