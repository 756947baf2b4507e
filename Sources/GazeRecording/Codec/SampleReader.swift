/// A recording that is read one sample at a time, so that memory use does not grow with its length.
///
///     var reader = try RecordingReader(path: "a.jsonl")
///     while let frame = try reader.next() { … }
public struct SampleReader<Sample: RigSample>: ~Copyable {
  /// The recording's header.
  public let header: RecordingHeader
  /// The format of the file.
  public let format: RecordingFormat
  private let source: any RowSource
  private let row: RowMemory
  private let isOrdered: Bool
  private var lastTimes: [Int: Double] = [:]
  private var sequenceCheck = Sample.Check()

  /// True if a file in JSON Lines or CSV ended in the middle of a sample, as happens when the recording app is killed;
  /// all samples before this one were returned. Valid once `next()` has returned nil.
  public var isCutOff: Bool { source.isCutOff }

  /// Opens a file, or standard input for `-`, and reads its header.
  ///
  /// - Parameters:
  ///   - path: the file, or `-`.
  ///   - ordered: true to refuse a participant's time that runs backwards or is beyond ±1e11 s, and (gaze) a lid
  ///     closure out of range. Computations with durations or blinks require this.
  /// - Throws: if the file cannot be read, is not a recording, or is a recording of another rig.
  public init(path: String, ordered: Bool = false) throws(FileError) {
    try self.init(RecordingFile(path: path), ordered: ordered)
  }

  /// Opens a table that has lost its header, such as one written by NumPy or pandas; `header` is then the header of
  /// another recording.
  package init(path: String, header: RecordingHeader?) throws(FileError) {
    try self.init(RecordingFile(path: path, header: header))
  }

  /// Opens a recording in memory; errors call it `name`.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    try self.init(RecordingFile(bytes: bytes, name: name))
  }

  /// Reads the samples of an opened file.
  public init(_ file: consuming RecordingFile, ordered: Bool = false) throws(FileError) {
    try file.expect(rig: Sample.rig)
    let (header, format, layout) = (file.header, file.format, FieldLayout(Sample.self, version: file.version))
    source = try file.rows(layout)
    (self.header, self.format, isOrdered) = (header, format, ordered)
    row = RowMemory(layout.size)
  }

  /// The next sample; nil after the last whole sample. Empty lines are skipped.
  ///
  /// - Throws: if a line is not a sample, belongs to a participant that the header does not count, or, if order is
  ///   requested, has a time before the participant's previous sample.
  public mutating func next() throws(FileError) -> Sample? {
    let isThere = try source.next(row.start)
    do throws(SampleError) {
      guard isThere else {
        if isOrdered, !isCutOff { try sequenceCheck.finish() }
        return nil
      }
      let (time, participant) = (FieldLayout.time(row.start), FieldLayout.participant(row.start))
      var sample = Sample(time: time, participant: participant)
      try sample.read(row.start)
      try check(time, participant)
      if isOrdered { try sequenceCheck.check(sample) }
      return sample
    } catch {
      throw source.fault(LineFault(error))
    }
  }

  /// Refuses a participant that the header does not count and, if order is requested, a time that runs backwards.
  private mutating func check(_ time: Double, _ participant: Int) throws(SampleError) {
    guard participant < header.participants else {
      throw SampleError(
        "participant", "\(participant) is not below the header's number of participants, \(header.participants)")
    }
    guard isOrdered else { return }
    guard abs(time) <= SampleLimits.time else {
      throw SampleError("t", "is \(time); expected seconds, \(SampleLimits.times)")
    }
    let last = lastTimes.updateValue(time, forKey: participant) ?? time
    guard time >= last else {
      throw SampleError(
        "t", "\(time) is before \(last), the time of the participant's previous frame; sort the frames by time")
    }
  }

  /// Calls `body` with every remaining sample.
  public mutating func forEach(_ body: (Sample) throws -> Void) throws {
    while let sample = try next() { try body(sample) }
  }

  /// The observations of all remaining samples: everything except the truth.
  public mutating func observations() throws(FileError) -> [Sample.Observation] {
    var all: [Sample.Observation] = []
    while let sample = try next() { all.append(sample.observation) }
    return all
  }
}

/// A recording of gaze that is read one frame at a time.
public typealias RecordingReader = SampleReader<RecordedFrame>
