/// The replay's program, `replay.js`: the only script of a page. It reads the data block beside it, reaches for nothing
/// else, and starts paused.
enum ReplayScript {
  /// The script as it is in a page: the file without its last line break.
  static let source = String(decoding: PackageResources.replay_js.dropLast(), as: UTF8.self)

  /// The SHA-256 of `source`, by which a page's Content-Security-Policy lets it run and no other script. A test names
  /// the new one after a change.
  static let policy = "sha256-Kf54tJqNGsXnQ0aVzFWOvYIF7opDqZfkxQUBSPGgjys="
}
