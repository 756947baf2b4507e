/// An opened recording, whose header and format are known and whose samples are not yet read.
///
/// The format is JSON Lines, NumPy's `.npy` or CSV, plain or (except `.npy`) gzip; it is detected from the first bytes,
/// not from the name. Code that does not know the rig in advance checks `header.rig` and passes the file to
/// `SampleReader(_:)`. Nothing is read twice, so this also works for a pipe.
public struct RecordingFile: ~Copyable {
  /// The recording's header.
  public let header: RecordingHeader
  /// The format of the file.
  public let format: RecordingFormat
  /// The version that the file's header states; the newest version if the header is from another recording.
  let version: Int
  let name: String
  /// The lines after the header of JSON Lines, or after the names of a CSV.
  var lines: LineSource?
  let names: [UInt8]?
  var array: NumPyArray?

  /// Opens a file, or standard input for `-`, and reads its header.
  public init(path: String) throws(FileError) { try self.init(path: path, header: nil) }

  /// Opens a table that has lost its header, such as one written by NumPy or pandas; `header` is then the header of
  /// another recording.
  package init(path: String, header: RecordingHeader?) throws(FileError) {
    try self.init(ByteSource(path: path), path: path, header: header)
  }

  /// Opens a recording in memory; errors call it `name`.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    try self.init(ByteSource(bytes: bytes, name: name), path: "", header: nil)
  }

  private init(_ source: consuming ByteSource, path: String, header fallbackHeader: RecordingHeader?) throws(FileError)
  {
    name = source.name
    var source = source
    if try source.peek(NumPyLayout.magic.count) == NumPyLayout.magic {
      let opened = try NumPyArray(source, path: path)
      (header, version) = try Self.header(opened.headerLine, fallbackHeader, path: name, format: .npy)
      format = .npy
      names = nil
      array = consume opened
    } else {
      var text = LineSource(source)
      let beginning = try Self.beginning(&text, fallbackHeader, path: name)
      (header, version) = beginning.header
      (format, names) = (beginning.format, beginning.names)
      lines = consume text
    }
  }

  /// Header, format and, of a CSV, the line of names at the beginning of a text file.
  private static func beginning(
    _ text: inout LineSource, _ fallbackHeader: RecordingHeader?, path: String
  ) throws(FileError) -> (header: HeaderDecoder.Header, format: RecordingFormat, names: [UInt8]?) {
    guard let line = try text.next(limit: HeaderDecoder.lineLimit) else {
      throw FileError(path: path, message: "is empty; expected a gazesim recording")
    }
    if line.first == UInt8(ascii: "#") {
      let header = try Self.header(Array(line.dropFirst()), fallbackHeader, path: path, format: .csv)
      guard let names = try text.next() else {
        throw FileError(path: path, message: "ends after its header; expected a line of column names")
      }
      return (header, .csv, Array(names))
    }
    if CSVRows.areNames(line) {
      return (try Self.header(nil, fallbackHeader, path: path, format: .csv), .csv, Array(line))
    }
    if line.count < 8, line.first(where: { $0 > 0x20 }) == .openBrace, !line.contains(.closeBrace) {
      throw FileError(
        path: path, line: 1,
        message:
          "begins a JSON object of several lines, such as a calibration or a profile; "
          + "expected a recording, with one object per line")
    }
    return (try Self.header(Array(line), fallbackHeader, path: path, format: .jsonl), .jsonl, nil)
  }

  /// The header in the file, or the given header; it is an error if both exist or neither exists.
  private static func header(
    _ line: [UInt8]?, _ fallbackHeader: RecordingHeader?, path: String, format: RecordingFormat
  ) throws(FileError) -> HeaderDecoder.Header {
    if let line {
      guard fallbackHeader == nil else {
        throw FileError(
          path: path,
          message: "has its own header; leave " + Wording.of(command: "--header", app: "the given one") + " out")
      }
      do throws(FileError) {
        return try line.withBytes { bytes throws(FileError) in try HeaderDecoder.header(bytes, path: path) }
      } catch {
        // An error in a .npy has no line number, because a .npy has no lines.
        throw format == .npy ? FileError(path: error.path, field: error.field, message: error.message) : error
      }
    }
    if let fallbackHeader { return (fallbackHeader, RecordingVersion.written) }
    let lost = format == .npy ? "np.save leaves it out" : "the first line, `# {\"format\":\"gazesim.recording\",…}`"
    throw FileError(
      path: path,
      message: "has lost the recording's header (\(lost))"
        + Wording.of(command: "; `gazesim convert FILE --header RECORDING -o NEW` takes it from another recording"))
  }

  /// The rows of the file.
  consuming func rows(_ layout: FieldLayout) throws(FileError) -> any RowSource {
    if let array = array.take() { return try NumPyRows(array, layout) }
    // An opened file has either an array or lines.
    let source = lines.take() ?? LineSource(bytes: [], name: name)
    return if let names { try CSVRows(source, names: names, layout) } else { JSONLineRows(source, layout) }
  }

  func expect(rig: String) throws(FileError) {
    guard header.rig != rig else { return }
    let other = LineFault.printable(header.rig)
    throw FileError(
      path: name, line: format == .npy ? nil : 1, field: "rig",
      message:
        "is \"\(other)\"; expected \"\(rig)\": give a recording of that rig"
        + Wording.of(command: ", or --rig \(other) if the command has this option"))
  }
}

extension RecordingHeader {
  /// Reads only the header of a recording in any format, plain or gzip.
  ///
  /// - Throws: if the file cannot be read or is not a recording.
  public init(path: String) throws(FileError) { self = try RecordingFile(path: path).header }
}
