public import GazeRecording

/// Formats of other programs' files from which a recording can be made.
public enum ImportFormat: String, Sendable, Codable, CaseIterable {
  /// A CSV of Epic's Live Link Face.
  case livelink
  /// JSON of the 2018 article's units: time stamp, and transforms of face and eyes.
  case lineofsight
  /// A session of ios-eye-tracking: pointer points on the screen.
  case scanpath
  /// Any table of poses, with a map of its columns.
  case table
  /// A CSV of headphone motion, which becomes a recording of the rig `head`.
  case headmotion

  /// The rig whose samples the recording has.
  package var rig: String { self == .headmotion ? RecordedHead.rig : RecordedFrame.rig }

  /// The format of this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public static func named(_ name: String) throws(UnknownNameError) -> ImportFormat {
    if let format = ImportFormat(rawValue: name) { return format }
    throw UnknownNameError(
      kind: "format", name: name, among: allCases.map(\.rawValue), listing: Wording.listing("gazesim import --help"))
  }
}
