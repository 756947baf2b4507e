/// A recording, read a sample at a time: memory stays flat however long it is.
///
///     var reader = try RecordingReader(path: "a.jsonl")
///     while let frame = try reader.next() { … }
public struct SampleReader<Sample: RigSample>: ~Copyable {
  /// What the recording is of.
  public let header: RecordingHeader
  /// How its samples stand in the file.
  public let format: RecordingFormat
  private var rows: RecordedRows
  /// The row read last.
  private let row: RowMemory
  private var order = Sample.Order()

  /// JSON Lines or CSV ended in the middle of a sample, as a file does whose app was killed: all samples before it were
  /// given. Known once `next()` has given nil.
  public var isCutOff: Bool { rows.isCutOff }

  /// Opens a file, or standard input for `-`, and reads its header.
  ///
  /// - Parameter ordered: refuse a participant's time that runs backwards or is beyond ±1e11 s, and (gaze) lids that are
  ///   neither open nor closed, as whatever works with durations and blinks must.
  /// - Throws: where it cannot be read, is no recording, or one of another rig.
  public init(path: String, ordered: Bool = false) throws(FileError) {
    try self.init(RecordingFile(path: path), ordered: ordered)
  }

  /// The same for a table that has lost its header, as one that NumPy or pandas has written: `header` is another
  /// recording's.
  package init(path: String, header: RecordingHeader?) throws(FileError) {
    try self.init(RecordingFile(path: path, header: header))
  }

  /// A recording held in memory; errors call it `name`.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    try self.init(RecordingFile(bytes: bytes, name: name))
  }

  /// The samples of a file that has been opened.
  public init(_ file: consuming RecordingFile, ordered: Bool = false) throws(FileError) {
    try file.expect(rig: Sample.rig)
    let (header, format, layout) = (file.header, file.format, FieldLayout(Sample.self, version: file.version))
    rows = try RecordedRows(file, layout, ordered: ordered)
    (self.header, self.format) = (header, format)
    row = RowMemory(layout.size)
  }

  /// The next sample, nil after the last whole one. Empty lines are skipped.
  ///
  /// - Throws: where a line is no sample, belongs to a participant that the header does not count, or,
  ///   where order was asked for, is before the participant's last one.
  public mutating func next() throws(FileError) -> Sample? {
    guard try rows.next(row.start) else {
      if rows.isOrdered, !rows.isCutOff {
        do throws(SampleError) { try order.finish() } catch { throw rows.fault(error) }
      }
      return nil
    }
    let sample = try sample()
    try rows.check(row.start)
    if rows.isOrdered {
      do throws(SampleError) { try order.check(sample) } catch { throw rows.fault(error) }
    }
    return sample
  }

  private func sample() throws(FileError) -> Sample {
    do throws(SampleError) { return try Sample(row.start) } catch { throw rows.fault(error) }
  }

  /// Calls `body` with every sample that is left.
  public mutating func forEach(_ body: (Sample) throws -> Void) throws {
    while let sample = try next() { try body(sample) }
  }

  /// What a calibration may see of every sample that is left: all but the truth.
  public mutating func observations() throws(FileError) -> [Sample.Observation] {
    var all: [Sample.Observation] = []
    while let sample = try next() { all.append(sample.observation) }
    return all
  }
}

/// A recording of gaze, read a frame at a time.
public typealias RecordingReader = SampleReader<RecordedFrame>
