/// A recording that is being written. The file appears at its path when `close()` succeeds, and never incomplete.
///
/// The path's ending selects JSON Lines, `.npy` or CSV; a path that ends in `.gz` is compressed. Optional columns of a
/// table are added when first needed: the table begins with the columns that the header and the first sample need, and
/// if a later sample needs more columns, the file is rewritten with these columns. Standard output cannot be rewritten,
/// so it always has all columns.
public struct SampleWriter<Sample: RigSample>: ~Copyable {
  private let layout: FieldLayout
  private let row: RowMemory
  private var file: OutputFile
  private let header: RecordingHeader
  private let format: RecordingFormat
  private let force: Bool
  private var columns: SampleColumns
  private var hasBegun: Bool
  private var samples = 0
  private var bytes: [UInt8] = []

  /// Starts a recording at `path`, or on standard output for `-`.
  ///
  /// - Parameters:
  ///   - path: the file, or `-`.
  ///   - force: true to replace an existing file.
  ///   - header: the recording's first line.
  ///   - format: the format; nil for the format that the path's ending names.
  /// - Throws: if the path cannot be written; if the format is `.npy` and the path is a pipe or compressed; if the
  ///   header belongs to another rig, or no reader would accept its length, its constants or its line boxes.
  public init(
    path: String, force: Bool = false, header: RecordingHeader, format: RecordingFormat? = nil
  ) throws(FileError) {
    do throws(LineFault) {
      try header.checkLists()
      try expect(
        header.rig == Sample.rig, "rig", "the header says \"\(header.rig)\"; expected \"\(Sample.rig)\"")
      // A header without pages is short, so it is not encoded twice; the pages of 30,000 people are too long.
      let (length, limit) = (header.pages.isEmpty ? 0 : RecordingEncoder.line(header).count, HeaderDecoder.lineLimit)
      try expect(
        length < limit, "pages",
        "the header with the lines of \(header.pages.count) people has \(length) bytes; "
          + "expected fewer than \(limit); write fewer people to a file")
    } catch {
      throw FileError(error, path: path)
    }
    try self.init(
      path: path, force: force, header: header, format: format ?? RecordingFormat(path: path),
      columns: header.truth == nil ? [] : .truth)
  }

  private init(
    path: String, force: Bool, header: RecordingHeader, format: RecordingFormat, columns: SampleColumns
  ) throws(FileError) {
    if format == .npy, path.lowercased().hasSuffix(".gz") {
      throw FileError(
        path: path,
        message:
          "cannot be both: programs map a .npy into memory, so it cannot be compressed; use .npy, or .csv.gz")
    }
    var file = try OutputFile(path: path, force: force)
    if format == .npy, !file.isRegular {
      throw FileError(
        path: path,
        message:
          "cannot write: a .npy begins with the number of frames, which is known only at the end; name a file, "
          + "or choose another format")
    }
    if format == .jsonl {
      try file.write(RecordingEncoder.line(header))
    }
    layout = FieldLayout(Sample.self)
    row = RowMemory(layout.size)
    self.header = header
    self.format = format
    self.force = force
    hasBegun = format == .jsonl
    self.columns = file.isRegular ? columns : .all
    self.file = file
  }

  /// Appends a sample.
  ///
  /// - Throws: if the sample's time is not finite, or no reader would accept its participant or another of its numbers.
  public mutating func write(_ sample: Sample) throws(FileError) {
    do throws(LineFault) {
      let people = SampleLimits.participants
      try expect(sample.time.isFinite, "t", "expected a finite time in every frame")
      try expect(
        people.contains(sample.participant), "participant",
        "expected 0 to \(people.upperBound), found \(sample.participant)")
      sample.store(row.start)
      try layout.checkNeeded(row.start)
      do throws(SampleError) { try sample.check() } catch { throw LineFault(error) }
    } catch {
      throw FileError(error, path: file.path)
    }
    let wanted = columns.union(layout.columns(row.start, beside: columns))
    if format != .jsonl, wanted != columns {
      try cover(wanted)
      // The sample is stored again, because the new writer has another row.
      sample.store(row.start)
    }
    bytes.removeAll(keepingCapacity: true)
    layout.append(row.start, format, columns, into: &bytes)
    if !hasBegun { try begin() }
    try file.write(bytes)
    samples += 1
  }

  package var encoder: SampleEncoder<Sample> { SampleEncoder(format: format, columns: columns, layout: layout) }

  /// Appends rows that `encoder` made. The samples must be valid, because they are not checked here. If the samples
  /// need a column that the file lacks, the column is added and no row is written; encode the samples again with the
  /// new `encoder`.
  ///
  /// - Returns: true if the rows were written.
  package mutating func write(_ pieces: [EncodedRows]) throws(FileError) -> Bool {
    let lacking = pieces.reduce(into: SampleColumns()) { $0.formUnion($1.lacking) }
    guard lacking.isEmpty else {
      try cover(columns.union(lacking))
      return false
    }
    if !hasBegun { try begin() }
    for piece in pieces {
      try file.write(piece.bytes)
      samples += piece.samples
    }
    return true
  }

  /// Completes the recording and moves it to its path.
  public mutating func close() throws(FileError) {
    try finish()
    try file.commit()
  }

  private mutating func begin() throws(FileError) {
    hasBegun = true
    switch format {
    case .jsonl: break
    case .npy: try file.write(NumPyLayout.preamble(layout.arrayFields(columns), rows: 0))
    case .csv:
      var lines = Array("# ".utf8)
      RecordingEncoder.append(header, into: &lines)
      try file.write(lines + Array((layout.names(columns).joined(separator: ",") + "\n").utf8))
    }
  }

  private mutating func finish() throws(FileError) {
    if !hasBegun { try begin() }
    guard format == .npy else { return }
    try file.write(NumPyLayout.trailer(header))
    try file.overwrite(NumPyLayout.preamble(layout.arrayFields(columns), rows: samples))
  }

  private mutating func cover(_ wanted: SampleColumns) throws(FileError) {
    guard wanted != columns else { return }
    guard hasBegun else { return columns = wanted }
    // The samples so far are read back and written again, with more columns.
    try finish()
    guard let temporary = try file.finish() else { return }
    var wider = try SampleWriter(path: file.path, force: force, header: header, format: format, columns: wanted)
    var reader = try SampleReader<Sample>(path: temporary)
    while let sample = try reader.next() { try wider.write(sample) }
    self = wider
  }
}

/// A recording of gaze that is being written.
public typealias RecordingWriter = SampleWriter<RecordedFrame>
