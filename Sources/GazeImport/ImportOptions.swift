public import GazePipeline
public import GazeRecording

/// Values that a foreign file does not hold, and ways to read it.
public struct ImportOptions: Sendable {
  /// Side of the eye that the file calls left, seen by the person.
  public enum LeftEyeSide: String, Sendable, CaseIterable {
    /// At −x of the face: the person's own left.
    case screenLeft
    /// At +x of the face, the mirror image.
    case screenRight
  }

  /// Which points of an ios-eye-tracking session are meant.
  public enum ScanPathPoints: String, Sendable, CaseIterable {
    /// As they are in the file.
    case stored
    /// As that app draws them: (width − x, height − y).
    case drawn
  }

  /// The device's identifier.
  public var device: String
  /// Its screen, upright.
  public var screen: ScreenGeometry
  /// From the camera to the face along the camera's axis, metres, where the file does not say.
  public var distance: Double
  /// Between the eyeballs' centres, metres, where the file does not say.
  public var interocular: Double
  /// Which eye is the left one, where the file has no eyes' places; nil is the format's own: that at −x for Live Link
  /// Face, as its angles have it, ARKit's own at +x elsewhere.
  public var leftEyeSide: LeftEyeSide?
  /// Neither the user nor the file said which device it is.
  public var deviceIsAssumed = false
  /// Mend what would spoil the recording instead of refusing it.
  public var mends = false
  /// A Live Link Face `take.json`; nil looks beside the file.
  public var take: String?
  /// Which points of a scan path.
  public var points = ScanPathPoints.stored
  /// How a table's columns are read.
  public var table = PoseTableMap()
  /// The unit of times, where somebody says so.
  public var time: TimeUnit?
  /// The unit of angles, where somebody says so.
  public var angles: AngleUnit?
  /// The unit of lengths, where somebody says so.
  public var lengths: LengthUnit?
  /// The order of matrices' numbers, where somebody says so.
  public var matrices: MatrixLayout?

  /// Options; 0.35 m is a phone held to read, 63 mm an adult's mean (Dodgson 2004).
  public init(device: String, screen: ScreenGeometry, distance: Double = 0.35, interocular: Double = 0.063) {
    self.device = device
    self.screen = screen
    self.distance = distance
    self.interocular = interocular
  }

  /// - Throws: where a distance cannot be a face's.
  func check(_ path: String) throws(FileError) {
    guard distance > 0, distance <= 10, interocular > 0, interocular <= 0.2 else {
      let expected = "expected a distance of at most 10 m and eyes at most 0.2 m apart, both above 0"
      throw FileError(path: path, message: expected)
    }
  }

  /// Which side of the face, along its x, the left eye is assumed on.
  func sideOfLeftEye(_ usual: LeftEyeSide) -> Double { (leftEyeSide ?? usual) == .screenLeft ? -1 : 1 }

  /// The sentence on eyes' places that are made up.
  var eyesAreAssumed: String {
    "The eyes' centres are not in the file: they are assumed \(NumberText.thousandths(interocular)) mm "
      + "apart, the left one on the screen's "
      + (sideOfLeftEye(.screenRight) < 0 ? "left." : "right, as ARKit's is.")
  }
}
