public import GazePipeline
public import GazeRecording

/// Formats of other programs' files from which a recording can be made.
public enum ImportFormat: String, Sendable, Codable, CaseIterable {
  /// A CSV of Epic's Live Link Face.
  case livelink
  /// JSON of the 2018 article's units: time stamp, and transforms of face and eyes.
  case lineofsight
  /// A session of ios-eye-tracking: pointer points on the screen.
  case scanpath
  /// Any table of poses, with a map of its columns.
  case table
  /// A CSV of headphone motion, which becomes a recording of the rig `head`.
  case headmotion

  /// The rig whose samples the recording has.
  package var rig: String { self == .headmotion ? RecordedHead.rig : RecordedFrame.rig }

  /// The format of this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public static func named(_ name: String) throws(UnknownNameError) -> ImportFormat {
    if let format = ImportFormat(rawValue: name) { return format }
    throw UnknownNameError(
      kind: "format", name: name, among: allCases.map(\.rawValue), listing: Wording.listing("gazesim import --help"))
  }
}

/// Values that a foreign file does not contain, and options for reading it.
public struct ImportOptions: Sendable {
  /// Side of the screen, as the person sees it, on which the eye is that the file calls left.
  public enum LeftEyeSide: String, Sendable, CaseIterable {
    /// At −x of the face: the person's own left.
    case screenLeft
    /// At +x of the face, the mirror image.
    case screenRight
  }

  /// Choice of the points of an ios-eye-tracking session.
  public enum ScanPathPoints: String, Sendable, CaseIterable {
    /// The points as they are in the file.
    case stored
    /// The points as that app draws them, (width − x, height − y).
    case drawn
  }

  /// The device's identifier.
  public var device: String
  /// The device's screen in upright orientation.
  public var screen: ScreenGeometry
  /// Distance from the camera to the face along the camera's axis, metres, if the file does not contain it.
  public var distance: Double
  /// Distance between the eyeballs' centres, metres, if the file does not contain it.
  public var interocular: Double
  /// Side of the left eye, if the file does not contain the eyes' positions. Nil is the format's default: −x for Live
  /// Link Face, as its angles require, and ARKit's own +x for the others.
  public var leftEyeSide: LeftEyeSide?
  /// True if `distance` is stated by the user. Only then a table of gaze without faces has figures in degrees.
  public var distanceIsStated = false
  /// Origin of the coordinates in a table of gaze; nil detects it from the targets' signs.
  package var origin: ScreenAxes.Origin?
  /// True if y grows upwards in a table of gaze; nil takes it as down from a corner.
  package var growsUpwards: Bool?
  /// The screen's size in the unit of a table of gaze; nil for points, or for shares if no target is above 1.
  package var screenUnits: Vector2?
  /// True if `device` is assumed because neither the user nor the file states it.
  public var deviceIsAssumed = false
  /// Corrects faults that would spoil the recording instead of refusing the file.
  public var mends = false
  /// Path of a Live Link Face `take.json`; if nil, it is searched for beside the file.
  public var take: String?
  /// The points of a scan path that are used.
  public var points = ScanPathPoints.stored
  /// Columns of a table, and how they are read.
  public var table = PoseTableMap()
  /// Unit of times, if the user states it.
  public var time: TimeUnit?
  /// Unit of angles, if the user states it.
  public var angles: AngleUnit?
  /// Unit of lengths, if the user states it.
  public var lengths: LengthUnit?
  /// Order of the numbers of matrices, if the user states it.
  public var matrices: MatrixLayout?

  /// Creates options. By default the distance is 0.35 m, as for a phone that is held for reading, and the eyes are 63
  /// mm apart, the mean of adults (Dodgson 2004).
  public init(device: String, screen: ScreenGeometry, distance: Double = 0.35, interocular: Double = 0.063) {
    self.device = device
    self.screen = screen
    self.distance = distance
    self.interocular = interocular
  }

  /// - Throws: if a distance is impossible for a face.
  func check(_ path: String) throws(FileError) {
    guard distance > 0, distance <= 10, interocular > 0, interocular <= 0.2 else {
      let expected = "expected a distance of at most 10 m and eyes at most 0.2 m apart, both above 0"
      throw FileError(path: path, message: expected)
    }
  }

  /// Assumed side of the left eye along the face's x axis: −1 or 1.
  func sideOfLeftEye(_ usual: LeftEyeSide) -> Double { (leftEyeSide ?? usual) == .screenLeft ? -1 : 1 }

  /// Assumed centre in the face of the eye on this side, −1 or 1.
  func eye(on side: Double) -> Vector3 { SIMD3(side * interocular / 2, 0, 0) }

  /// Words of an assumption that says at which side the left eye is: by them the doctor recognises in a header that an
  /// importer chose the side.
  package static let leftEye = "left eye"

  /// Sentence that states the assumed positions of the eyes.
  var eyesAreAssumed: String {
    "The eyes' centres are not in the file: they are assumed \(NumberText.thousandths(interocular)) mm "
      + "apart, the left one on the screen's "
      + (sideOfLeftEye(.screenRight) < 0 ? "left." : "right, as ARKit's is.")
  }
}
