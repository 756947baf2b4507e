/// Versions of recordings. Keys are only ever added: a newer version has all keys of the older ones, and old versions
/// stay readable forever.
///
/// - 1: header and frames of gaze; later samples of head, body and drag, `person` and `session`.
/// - 2: `pointer`, `scroll`, `tap`, `dot` and `page` of a frame of gaze, `lines` of its header. In a recording of
///   version 1 these keys are unknown, so they may hold anything and are skipped.
enum RecordingVersion {
  /// Versions of recordings that this package can read.
  static let read = 1...written
  /// Version of the recordings that this package writes, for every rig.
  static let written = 2
}
