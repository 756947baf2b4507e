import GazePipeline
import GazeRecording

/// A frame of a foreign file, its time in the file's own clock.
struct ImportedFrame {
  /// Time in seconds since whatever the file counts from.
  var observation: RecordedFrame.Observation
  /// Line of the file, 1-based.
  var line: Int
  /// Which take by the file's own account: its first line comes again.
  var take = 0
  /// The largest angle of an eye as it is read, radians; nil where the file has none.
  var eyeAngle: Double?
  /// The largest angle of the head.
  var headAngle: Double?
}

/// Facts that a source knows of its file once it was read to the end.
struct ImportFacts {
  /// Assumptions on what the file does not hold, in sentences.
  var assumptions: [String] = []
  /// Sentences on what was recognised or counted.
  var remarks: [String] = []
  /// Findings that spoil nothing but are doubtful.
  var doubts: [ImportFinding] = []
  /// The screen in points, as the interface is turned; nil means the profile's, upright.
  var points: SIMD2<Double>?
  /// Orientation of the interface.
  var orientation = ScreenOrientation.portrait
  /// True where the file says where the face is, and where the eyes are in it.
  var hasFacePlace = false
  var hasEyePlaces = false
  /// True where times were taken from a column that nobody named a unit for.
  var timeUnitIsOpen = false
  /// The unit that a column's name gives.
  var timeUnitName: TimeUnit?
  /// Frames a second by the word of a file beside it.
  var nominalRate: Double?
  /// The highest number of frames in a timecode, and how often its second changed; nil without timecodes.
  var timecode: (largest: Double, seconds: Int)?
}

/// A foreign file as frames, one at a time: what every importer is.
protocol ImportSource: ~Copyable {
  /// Opens the file.
  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError)
  /// The next frame, nil after the last one.
  mutating func next() throws(FileError) -> ImportedFrame?
  /// Facts, complete after the last frame.
  var facts: ImportFacts { get }
}
