private import GazePipeline

/// A recording, read a frame at a time: memory stays flat however long it is.
///
/// JSON Lines, NumPy's `.npy` or CSV, plain or (but for `.npy`) gzip: the first bytes say which, not the name.
///
///     var reader = try RecordingReader(path: "a.jsonl")
///     while let frame = try reader.next() { … }
public struct RecordingReader: ~Copyable {
  /// Largest time of a frame where durations matter, seconds: no clock of a phone shows more than 30 years.
  static let timeLimit = 1e11
  /// How far a lid is closed, with room for rounding.
  static let lids: ClosedRange<Float> = -0.01...1.01

  /// What the recording is of.
  public let header: RecordingHeader
  /// How its frames stand in the file.
  public let format: RecordingFormat
  /// JSON Lines or CSV ended in the middle of a frame, as a file does whose app was killed: all frames before it were
  /// given. Known once `next()` has given nil.
  public private(set) var isCutOff = false
  private var lastTimes: [Int: Double] = [:]
  private let isOrdered: Bool
  // One of these, as `format` says.
  private var jsonLines: JSONLinesFrames?
  private var csv: CSVFrames?
  private var numPy: NumPyFrames?

  /// Opens a file, or standard input for `-`, and reads its header.
  ///
  /// - Parameter ordered: refuse a participant's time that runs backwards or is beyond ±1e11 s, and lids that are neither
  ///   open nor closed, as whatever works with durations and blinks must.
  public init(path: String, ordered: Bool = false) throws(FileError) {
    try self.init(ByteSource(path: path), path: path, header: nil, ordered: ordered)
  }

  /// The same for a table that has lost its header, as one that NumPy or pandas has written: `header` is another
  /// recording's.
  package init(path: String, header: RecordingHeader?) throws(FileError) {
    try self.init(ByteSource(path: path), path: path, header: header, ordered: false)
  }

  /// A recording held in memory; errors call it `name`.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    try self.init(ByteSource(bytes: bytes, name: name), path: "", header: nil, ordered: false)
  }

  private init(
    _ source: consuming ByteSource, path: String, header given: RecordingHeader?, ordered: Bool
  ) throws(FileError) {
    let name = source.name
    var source = source
    var jsonLines: JSONLinesFrames?
    var csv: CSVFrames?
    var numPy: NumPyFrames?
    let (header, format): (RecordingHeader, RecordingFormat)
    if try source.peek(NumPyLayout.magic.count) == NumPyLayout.magic {
      let frames = try NumPyFrames(source, path: path)
      header = try Self.header(frames.headerLine, given, path: name, format: .npy)
      format = .npy
      numPy = consume frames
    } else {
      var lines = LineSource(source)
      guard let line = try lines.next(limit: HeaderDecoder.lineLimit) else {
        throw FileError(path: name, message: "is empty; expected a gazesim recording")
      }
      if line.first == UInt8(ascii: "#") {
        header = try Self.header(Array(line.dropFirst()), given, path: name, format: .csv)
        guard let names = try lines.next() else {
          throw FileError(path: name, message: "ends after its header; expected a line of column names")
        }
        csv = try CSVFrames(lines, names: names)
        format = .csv
      } else if CSVFrames.isNames(line) {
        header = try Self.header(nil, given, path: name, format: .csv)
        csv = try CSVFrames(lines, names: line)
        format = .csv
      } else {
        if line.count < 8, line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), !line.contains(UInt8(ascii: "}")) {
          throw FileError(
            path: name, line: 1,
            message:
              "begins JSON of several lines, such as a calibration or a profile; expected a recording, an object a line"
          )
        }
        header = try Self.header(Array(line), given, path: name, format: .jsonl)
        jsonLines = JSONLinesFrames(lines)
        format = .jsonl
      }
    }
    (self.header, self.format, isOrdered) = (header, format, ordered)
    self.jsonLines = jsonLines
    self.csv = csv
    self.numPy = numPy
  }

  /// The file's own header, or the one given; both or none is an error.
  private static func header(
    _ line: [UInt8]?, _ given: RecordingHeader?, path: String, format: RecordingFormat
  ) throws(FileError) -> RecordingHeader {
    if let line {
      guard given == nil else {
        throw FileError(path: path, message: "has a header of its own; leave --header out")
      }
      var result: Result<RecordingHeader, FileError>?
      line.withUnsafeBytes { bytes in
        do throws(FileError) { result = .success(try HeaderDecoder.header(bytes, path: path)) } catch {
          result = .failure(error)
        }
      }
      do throws(FileError) {
        if let result { return try result.get() }
      } catch {
        // There are no lines in it.
        throw format == .npy ? FileError(path: error.path, field: error.field, message: error.message) : error
      }
    }
    if let given { return given }
    let lost = format == .npy ? "np.save leaves it out" : "the first line, `# {\"format\":\"gazesim.recording\",…}`"
    throw FileError(
      path: path,
      message: "has lost the recording's header (\(lost)); "
        + "`gazesim convert FILE --header RECORDING -o NEW` takes it from another recording")
  }

  /// The next frame, nil after the last whole one. Empty lines are skipped.
  ///
  /// - Throws: where a line is no frame, belongs to a participant that the header does not count, or,
  ///   where order was asked for, is before the participant's last one.
  public mutating func next() throws(FileError) -> RecordedFrame? {
    let read =
      switch format {
      case .jsonl: try jsonLines?.next()
      case .csv: try csv?.next()
      case .npy: try numPy?.next()
      }
    // Looked at in place: a frame has 700 bytes.
    guard let participant = read?.observation.participant else {
      isCutOff = jsonLines?.isCutOff ?? csv?.isCutOff ?? false
      return nil
    }
    if participant >= header.participants || isOrdered, let observation = read?.observation {
      do throws(LineFault) { try check(observation) } catch {
        throw jsonLines?.fault(error) ?? csv?.fault(error) ?? numPy?.fault(error)
          ?? FileError(path: "", field: error.field, message: error.message)
      }
    }
    return read
  }

  private mutating func check(_ observation: Observation) throws(LineFault) {
    let participant = observation.participant
    guard participant < header.participants else {
      let message = "\(participant) is not below the header's number of participants, \(header.participants)"
      throw LineFault(field: "participant", message: message)
    }
    guard isOrdered else { return }
    let time = observation.frame.time
    guard abs(time) <= Self.timeLimit else {
      throw LineFault(field: "t", message: "is \(time); expected seconds, at most 1e11 from 0")
    }
    let blink = observation.frame.blink
    for lid in [blink.x, blink.y] where lid < Self.lids.lowerBound || lid > Self.lids.upperBound {
      throw LineFault(field: "blink", message: "is \(lid); expected 0 (open) to 1 (closed)")
    }
    if let last = lastTimes[participant], time < last {
      let message = "\(time) is before \(last), the time of the participant's last frame; sort the frames by time"
      throw LineFault(field: "t", message: message)
    }
    lastTimes[participant] = time
  }

  /// Calls `body` with every frame that is left.
  public mutating func forEach(_ body: (RecordedFrame) throws -> Void) throws {
    while let frame = try next() { try body(frame) }
  }

  /// What a calibration may see of every frame that is left: all but the truth.
  public mutating func observations() throws(FileError) -> [Observation] {
    var all: [Observation] = []
    while let frame = try next() { all.append(frame.observation) }
    return all
  }
}
