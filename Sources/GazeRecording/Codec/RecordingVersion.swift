/// Versions of recordings. Keys only grow: a newer version has all that older ones have, and those are read for ever.
///
/// - 1: header and frames of gaze; later samples of head, body and drag, `person` and `session`.
/// - 2: `pointer`, `scroll`, `tap`, `dot` and `page` of a frame of gaze, `lines` of its header. In a recording that says 1
///   these are unknown keys, which hold anything, and are passed over.
enum RecordingVersion {
  /// Versions that are read.
  static let read = 1...written
  /// Version in which every rig is written.
  static let written = 2
}
