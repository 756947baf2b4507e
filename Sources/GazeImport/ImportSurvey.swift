import GazePipeline
import GazeRecording

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
  var points: SIMD2<Double>?
  /// Orientation of the interface.
  var orientation = ScreenOrientation.portrait
  /// Two facts: whether the file contains the face's position, and whether it contains the eyes' positions in the face.
  var hasFacePlace = false
  var hasEyePlaces = false
  /// True if times are from a column whose unit neither the user nor the file states.
  var timeUnitIsOpen = false
  /// Unit in the name of the column of times.
  var timeUnitName: TimeUnit?
  /// Smallest and largest coordinates of the targets as the file has them, in a table of gaze; nil in any other file.
  var targets: (low: SIMD2<Double>, high: SIMD2<Double>)?
  /// Distance of the eyes from the screen as the user states it, metres, in a table of gaze; nil if it is not stated.
  var eyeDistance: Double?
  /// Frames per second that another file beside this file states.
  var nominalRate: Double?
  /// Highest frame number in any timecode, and the number of times that the timecodes' seconds change; nil without
  /// timecodes.
  var timecode: (largest: Double, seconds: Int)?
}

/// A foreign file as a sequence of frames; every importer of faces conforms.
protocol ImportSource: ~Copyable {
  /// Opens the file.
  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError)
  /// Returns the next frame, nil after the last one.
  mutating func next() throws(FileError) -> ImportedFrame?
  /// Facts about the file, complete after the last frame.
  var facts: ImportFacts { get }
}

/// Identifies the frames of one person in one of the file's takes.
struct TakeKey: Hashable, Sendable, Comparable {
  var participant: Int
  var take: Int

  static func < (a: TakeKey, b: TakeKey) -> Bool { (a.participant, a.take) < (b.participant, b.take) }
}

/// Counts from one pass over a foreign file, made before anything is written.
struct ImportSurvey {
  /// Largest possible angle of an eye, radians.
  private static let eyeLimit = Double.pi / 2
  /// Largest possible angle of a head: a whole turn, since angles may be counted from 0, plus one per cent for
  /// rounding.
  private static let headLimit = 2 * Double.pi * 1.01

  private(set) var audit = FrameAudit()
  private(set) var tracks: [TakeKey: TakeTracks] = [:]
  private(set) var facts = ImportFacts()
  private(set) var frames = 0
  /// Number of frames with an angle beyond the range of eyes or heads, the line of the first such frame, and its angle.
  private(set) var wide = (count: 0, line: 0, angle: 0.0)
  private(set) var angled = 0
  /// Number of steps back in time, and the line and the size in seconds of the first such step.
  private(set) var back = (count: 0, line: 0, seconds: 0.0)
  /// Largest step back of each take, seconds.
  private(set) var largestBack: [TakeKey: Double] = [:]
  /// The earliest time of each take.
  private(set) var earliest: [TakeKey: Double] = [:]
  /// Numbers of frames that have the time of the previous frame, and the line of the first one: `same` counts frames
  /// with equal poses, `clashes` frames with other poses.
  private(set) var same = (count: 0, line: 0)
  private(set) var clashes = (count: 0, line: 0)
  /// Line at which each take after the file's first take begins.
  private(set) var takeLines: [Int] = []
  private(set) var lastTake = 0

  private var last: [TakeKey: (time: Double, digest: UInt64?)] = [:]

  /// Tracks of a person's frames that are takes of their own; empty if there is only one take.
  func takes(_ key: TakeKey) -> [Int] { tracks[key]?.takes(largestStepBack: largestBack[key] ?? 0) ?? [] }

  /// Reads a source to its end.
  init(_ source: inout any ImportSource & ~Copyable) throws(FileError) {
    var pending = try source.next()
    while let frame = pending {
      pending = try source.next()
      step(frame, next: pending)
    }
    facts = source.facts
  }

  private mutating func step(_ frame: ImportedFrame, next: ImportedFrame?) {
    frames += 1
    audit.step(frame.observation)
    if frame.eyeAngle != nil || frame.headAngle != nil {
      angled += 1
      let eye = frame.eyeAngle ?? 0
      let head = frame.headAngle ?? 0
      if eye > Self.eyeLimit || head > Self.headLimit {
        if wide.count == 0 { (wide.line, wide.angle) = (frame.line, eye > Self.eyeLimit ? eye : head) }
        wide.count += 1
      }
    }
    if frame.take > lastTake {
      takeLines.append(frame.line)
      lastTake = frame.take
    }
    let key = frame.key
    let time = frame.observation.frame.time
    let digest = frame.digest
    earliest[key] = min(earliest[key] ?? time, time)
    if let last = last[key] {
      if time < last.time {
        if back.count == 0 { (back.line, back.seconds) = (frame.line, last.time - time) }
        back.count += 1
        largestBack[key] = max(largestBack[key] ?? 0, last.time - time)
      } else if time == last.time {
        if digest == last.digest {
          if same.count == 0 { same.line = frame.line }
          same.count += 1
        } else {
          if clashes.count == 0 { clashes.line = frame.line }
          clashes.count += 1
        }
      }
    }
    last[key] = (time, digest)
    let upcoming = next.flatMap { $0.key == key ? $0.observation.frame.time : nil }
    _ = tracks[key, default: TakeTracks()].place(time, next: upcoming, digest: digest)
  }
}

extension ImportedFrame {
  var key: TakeKey { TakeKey(participant: observation.participant, take: take) }
  /// Digest of the poses, or of the pointer without poses; nil for a lost face, which has no poses.
  var digest: UInt64? {
    guard observation.frame.isTracked else { return nil }
    let poses = PoseDigest.of(observation.frame)
    guard !observation.frame.hasFace, let pointer = observation.app.pointer else { return poses }
    return withUnsafeBytes(of: pointer) { FNV1a.hash($0, after: poses) }
  }
}
