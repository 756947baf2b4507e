/// Versions of recordings. Keys are only ever added: a newer version has all keys of the older ones, and old versions
/// stay readable forever.
///
/// - 1: header and frames of gaze; later samples of head, body and drag, `person` and `session`.
/// - 2: `pointer`, `scroll`, `tap`, `dot` and `page` of a frame of gaze, `lines` of its header. In a recording of
///   version 1 these keys are unknown, so they may hold anything and are skipped.
/// - 3: `pages` of the header: each person's lines of text, in a recording of several people. Only a recording with
///   this key says 3; every other one says 2.
enum RecordingVersion {
  /// Versions of recordings that this package can read.
  static let read = 1...written
  /// Newest version that this package writes.
  static let written = 3

  /// The version that a recording with this header states: the oldest one that has all its keys.
  static func of(_ header: RecordingHeader) -> Int { header.pages.isEmpty ? 2 : written }
}
