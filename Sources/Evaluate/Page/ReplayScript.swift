/// The replay's program, `replay.js`: the only script of a page. The script reads only the data block that is in the
/// same page, and starts paused.
enum ReplayScript {
  /// The script as it is in a page: the file without its last line break.
  static let source = String(decoding: PackageResources.replay_js.dropLast(), as: UTF8.self)

  /// The SHA-256 of `source`, by which a page's Content-Security-Policy allows this script and no other. After a change
  /// of the script a test prints the new hash.
  static let policy = "sha256-Y2o+nT98fTccf5pFZmEHpaLt2aPwc2WIRNtzBSy3Njg="
}
