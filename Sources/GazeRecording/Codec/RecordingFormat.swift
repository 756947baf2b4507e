/// How a recording's frames stand in a file; docs/formats.md describes each. All three hold the same, bit for bit.
public enum RecordingFormat: String, Sendable, CaseIterable {
  /// JSON Lines: a header, then an object a frame.
  case jsonl
  /// NumPy's array file, one structured type: a row a frame, the header behind the data.
  case npy
  /// Values separated by commas: the header in a comment, names, a row a frame.
  case csv

  /// By a path's ending, `.gz` aside; JSON Lines where that names no other.
  public init(path: String) {
    let name = path.lowercased()
    let plain = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
    self = plain.hasSuffix(".npy") ? .npy : plain.hasSuffix(".csv") ? .csv : .jsonl
  }
}
