import GazeRecording

/// The kinds of samples that recordings hold.
enum RecordedRigs {
  // MARK: The one place: a new rig's sample joins here.
  static let all: [any RecordedSample.Type] = [RecordedFrame.self]

  /// The kind of sample behind this header.
  static func samples(of header: RecordingHeader, path: String) throws -> any RecordedSample.Type {
    if let known = all.first(where: { $0.rig == header.rig }) { return known }
    let rigs = all.map { "\"\($0.rig)\"" }.joined(separator: ", ")
    throw FileError(
      path: path, field: "rig",
      message: "is \"\(TerminalText.line(header.rig.prefix(60)))\"; this gazesim knows \(rigs)")
  }
}
