public import PortableFoundation

/// Initialisers that take the URL of a file instead of its path.
extension URL {
  /// The path of a file's URL, as the initialisers with a path take it.
  ///
  /// - Throws: for a URL that is not a file's.
  func filePath() throws(FileError) -> String {
    guard isFileURL else {
      let text = TerminalText.line(absoluteString.prefix(200))
      throw FileError(path: text, message: "expected the URL of a file, which begins with \"file:\"")
    }
    return path
  }
}

extension DeviceProfile {
  /// A profile from a file, checked as by `init(json:path:)`.
  public init(url: URL) throws(FileError) { try self.init(path: url.filePath()) }
}

extension CalibrationFile {
  /// Reads and checks a calibration of gaze, as `init(path:)` does.
  public init(url: URL) throws(FileError) { try self.init(path: url.filePath()) }

  /// Reads and checks a calibration of any rig.
  public init(url: URL, rig: String) throws(FileError) { try self.init(path: url.filePath(), rig: rig) }
}

extension ProfileLibrary {
  /// A library with the profiles of a folder, which replace those with the same identifier, or are added.
  ///
  /// - Throws: if a file is not a profile, or two files of the folder have the same identifier.
  public init(_ builtIn: [DeviceProfile], folder: URL) throws(FileError) {
    try self.init(builtIn, folder: folder.filePath())
  }
}

extension RecordingFile {
  /// Opens a file and reads its header.
  public init(url: URL) throws(FileError) { try self.init(path: url.filePath()) }
}

extension RecordingHeader {
  /// Reads only the header of a recording in any format, plain or gzip.
  ///
  /// - Throws: if the file cannot be read or is not a recording.
  public init(url: URL) throws(FileError) { try self.init(path: url.filePath()) }
}

extension SampleReader {
  /// Opens a file and reads its header, as `init(path:ordered:)` does.
  public init(url: URL, ordered: Bool = false) throws(FileError) {
    try self.init(path: url.filePath(), ordered: ordered)
  }
}

extension SampleWriter {
  /// Starts a recording at a file's URL, as `init(path:force:header:format:)` does.
  public init(
    url: URL, force: Bool = false, header: RecordingHeader, format: RecordingFormat? = nil
  ) throws(FileError) {
    try self.init(path: url.filePath(), force: force, header: header, format: format)
  }
}

extension GazeRecorder {
  /// Creates the file and writes its header, as `init(path:header:flushing:)` does.
  ///
  /// - Throws: `exists`, `diskFull` or `cannotWrite`; `refused` if no reader would accept the header.
  public init(url: URL, header: RecordingHeader, flushing: Flushing = Flushing()) throws(Failure) {
    let path: String
    do throws(FileError) { path = try url.filePath() } catch { throw .cannotWrite(error, frames: 0) }
    try self.init(path: path, header: header, flushing: flushing)
  }

  /// The file.
  public var url: URL { URL(fileURLWithPath: path) }
}
