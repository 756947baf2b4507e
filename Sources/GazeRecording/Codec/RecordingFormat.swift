/// Format of a recording's file; docs/formats.md describes each format. All three formats hold the same numbers, bit
/// for bit.
public enum RecordingFormat: String, Sendable, CaseIterable {
  /// JSON Lines: a header, then one object per frame.
  case jsonl
  /// NumPy's array file with one structured type: one row per frame, the header after the data.
  case npy
  /// Values separated by commas: the header in a comment, the column names, then one row per frame.
  case csv

  /// The format that a path's ending names, ignoring `.gz`; JSON Lines for any other ending.
  public init(path: String) {
    let name = path.lowercased()
    let plain = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
    self = plain.hasSuffix(".npy") ? .npy : plain.hasSuffix(".csv") ? .csv : .jsonl
  }
}

/// Versions of recordings. Keys are only ever added: a newer version has all keys of the older ones, and old versions
/// stay readable forever.
///
/// - 1: header and frames of gaze; later samples of head, body and drag, `person` and `session`.
/// - 2: `pointer`, `scroll`, `tap`, `dot` and `page` of a frame of gaze, `lines` of its header. In a recording of
///   version 1 these keys are unknown, so they may hold anything and are skipped.
/// - 3: `pages` of the header: each person's lines of text, in a recording of several people. Only a recording with
///   this key says 3; every other one says 2.
enum RecordingVersion {
  static let read = 1...written
  static let written = 3

  /// The version that a recording with this header states: the oldest one that has all its keys.
  static func of(_ header: RecordingHeader) -> Int { header.pages.isEmpty ? 2 : written }
}
