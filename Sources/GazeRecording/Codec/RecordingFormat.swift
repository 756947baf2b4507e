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
