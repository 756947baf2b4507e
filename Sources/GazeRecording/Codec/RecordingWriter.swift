import GazePipeline

/// A recording being written; it appears at its path with `close()`, whole or not at all.
///
/// JSON Lines, `.npy` or CSV by the path's ending; a path that ends in `.gz` is compressed. What a table has columns for
/// is found out on the way: it begins with those of the header and the first frame, and where a later frame has more, what
/// is there is written once more with them. Standard output, which cannot be written again, has all columns.
public struct RecordingWriter: ~Copyable {
  private var file: OutputFile
  private let header: RecordingHeader
  private let format: RecordingFormat
  private let force: Bool
  private var columns: FrameColumns
  private var hasBegun: Bool
  private var frames = 0
  private var row: [UInt8] = []

  /// Starts a recording at `path`, or on standard output for `-`.
  ///
  /// - Parameter format: nil is the path's.
  /// - Throws: where the path cannot be written, or is a pipe or compressed and the format `.npy`.
  public init(
    path: String, force: Bool = false, header: RecordingHeader, format: RecordingFormat? = nil
  ) throws(FileError) {
    try self.init(
      path: path, force: force, header: header, format: format ?? RecordingFormat(path: path),
      columns: FrameColumns(truth: header.truth != nil))
  }

  private init(
    path: String, force: Bool, header: RecordingHeader, format: RecordingFormat, columns: FrameColumns
  ) throws(FileError) {
    if format == .npy, path.lowercased().hasSuffix(".gz") {
      throw FileError(
        path: path,
        message:
          "cannot be both: a .npy is there to be mapped into memory, and compressed it cannot; use .npy, or .csv.gz")
    }
    var file = try OutputFile(path: path, force: force)
    if format == .npy, !file.isRegular {
      throw FileError(
        path: path,
        message:
          "cannot write: the number of frames stands at a .npy's beginning and is known at its end; name a file, "
          + "or take another format")
    }
    if format == .jsonl {
      var line: [UInt8] = []
      RecordingEncoder.append(header, into: &line)
      try file.write(line)
    }
    self.header = header
    self.format = format
    self.force = force
    hasBegun = format == .jsonl
    self.columns = file.isRegular ? columns : .all
    self.file = file
  }

  /// Appends a frame.
  ///
  /// - Throws: where its time is not finite or its participant's number cannot be read back.
  public mutating func write(_ frame: RecordedFrame) throws(FileError) {
    guard frame.observation.frame.time.isFinite else {
      throw FileError(path: file.path, field: "t", message: "expected a finite time in every frame")
    }
    guard FrameDecoder.participants.contains(frame.observation.participant) else {
      let message = "expected 0 to \(FrameDecoder.participants.upperBound), found \(frame.observation.participant)"
      throw FileError(path: file.path, field: "participant", message: message)
    }
    try cover(columns.covering(frame))
    row.removeAll(keepingCapacity: true)
    encoder.append(frame, into: &row)
    try write(row, frames: 1)
  }

  /// Makes sure that the columns hold what these frames have; `encoder` is then the one for them.
  package mutating func cover(_ frames: [RecordedFrame]) throws(FileError) {
    try cover(frames.reduce(columns) { $0.covering($1) })
  }

  /// What makes the rows of this file.
  package var encoder: FrameEncoder { FrameEncoder(format: format, columns: columns) }

  /// Appends rows that `encoder` made of frames that can be read back.
  package mutating func write(_ rows: [UInt8], frames: Int) throws(FileError) {
    if !hasBegun { try begin() }
    try file.write(rows)
    self.frames += frames
  }

  /// Puts the recording in its place.
  public mutating func close() throws(FileError) {
    try finish()
    try file.commit()
  }

  private mutating func begin() throws(FileError) {
    hasBegun = true
    switch format {
    case .jsonl: break
    case .npy: try file.write(NumPyLayout.preamble(columns, rows: 0))
    case .csv: try file.write(CSVLayout.preamble(header, columns))
    }
  }

  private mutating func finish() throws(FileError) {
    if !hasBegun { try begin() }
    guard format == .npy else { return }
    try file.write(NumPyLayout.trailer(header))
    try file.overwrite(NumPyLayout.preamble(columns, rows: frames))
  }

  private mutating func cover(_ wanted: FrameColumns) throws(FileError) {
    guard wanted != columns, format != .jsonl else { return }
    guard hasBegun else { return columns = wanted }
    // What is there, read back and written again, wider.
    try finish()
    guard let temporary = try file.finish() else { return }
    var wider = try RecordingWriter(path: file.path, force: force, header: header, format: format, columns: wanted)
    var reader = try RecordingReader(path: temporary)
    while let frame = try reader.next() { try wider.write(frame) }
    self = wider
  }
}
