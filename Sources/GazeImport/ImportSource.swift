import GazePipeline
import GazeRecording

/// A foreign file as a sequence of frames; every importer of faces conforms.
protocol ImportSource: ~Copyable {
  /// Opens the file.
  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError)
  /// Returns the next frame, nil after the last one.
  mutating func next() throws(FileError) -> ImportedFrame?
  /// Facts about the file, complete after the last frame.
  var facts: ImportFacts { get }
}

/// Frame of a foreign file, with its time on the file's own clock.
struct ImportedFrame {
  /// Observation; its time is in seconds from the zero of the file's clock.
  var observation: RecordedFrame.Observation
  /// Line of the file, 1-based.
  var line: Int
  /// Index of the take within the file; a repetition of the file's first line begins a new take.
  var take = 0
  /// Largest angle of an eye as read, radians; nil if the file has none.
  var eyeAngle: Double?
  /// Largest angle of the head, radians; nil if the file has none.
  var headAngle: Double?

  var time: Double { observation.frame.time }
  var key: TakeKey { TakeKey(participant: observation.participant, take: take) }

  /// Digest of the poses, or of the pointer without poses; nil for a lost face, which has no poses.
  var digest: UInt64? {
    guard observation.frame.isTracked else { return nil }
    let poses = PoseDigest.of(observation.frame)
    guard !observation.frame.hasFace, let pointer = observation.app.pointer else { return poses }
    return withUnsafeBytes(of: pointer) { FNV1a.hash($0, after: poses) }
  }
}

extension FaceFrame {
  /// A frame in which the face is lost.
  static func lost(at time: Double) -> FaceFrame {
    FaceFrame(time: time, isTracked: false, face: .unknown, leftEye: .unknown, rightEye: .unknown)
  }
}

/// Facts about a file that its source knows after reading it to the end.
struct ImportFacts {
  /// Assumptions about data that the file does not contain, in sentences.
  var assumptions: [String] = []
  /// Sentences on recognised properties and counts.
  var remarks: [String] = []
  /// Doubtful facts that do not spoil the recording.
  var doubts: [ImportFinding] = []
  /// Size of the screen in points, in the interface's orientation; nil for the profile's upright screen.
  var points: Vector2?
  /// Orientation of the interface.
  var orientation = ScreenOrientation.portrait
  /// Two facts: whether the file contains the face's position, and whether it contains the eyes' positions in the face.
  var hasFacePlace = false, hasEyePlaces = false
  /// True if times are from a column whose unit neither the user nor the file states.
  var timeUnitIsOpen = false
  /// Unit in the name of the column of times.
  var timeUnitName: TimeUnit?
  /// Smallest and largest coordinates of the targets as the file has them, in a table of gaze; nil in any other file.
  var targets: (low: Vector2, high: Vector2)?
  /// Distance of the eyes from the screen as the user states it, metres, in a table of gaze; nil if it is not stated.
  var eyeDistance: Double?
  /// Frames per second that another file beside this file states.
  var nominalRate: Double?
  /// Highest frame number in any timecode, and the number of times that the timecodes' seconds change; nil without
  /// timecodes.
  var timecode: (largest: Double, seconds: Int)?

  mutating func doubt(_ kind: ImportFinding.Kind, in found: Occurrences, _ sentence: String) {
    doubts.append(ImportFinding(kind, in: found, sentence))
  }
}
