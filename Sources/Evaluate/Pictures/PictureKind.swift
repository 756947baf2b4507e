package import GazeRecording

/// A picture that a command can draw. The last word of a file's name chooses it: `map.svg`, `iphone16-map.svg`.
package enum PictureKind: String, Sendable, CaseIterable {
  /// The pointer's error by place on the phone's screen.
  case map
  /// The judged figures, with their intervals and limits.
  case verdict
  /// The pipelines of a comparison with their intervals, the best one first.
  case ranges
  /// The gaze offset that a calibration learned for each person.
  case offsets

  /// True if the path is that of a picture.
  package static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }

  /// The picture that a path names.
  ///
  /// - Parameters:
  ///   - available: the pictures that the command can draw.
  ///   - command: the command, and its rig if it matters, in words: `gate of the rig head`.
  /// - Throws: an error that lists the pictures that the command can draw.
  package init(path: String, among available: [PictureKind], of command: String) throws(FileError) {
    let names = available.map { "\($0.rawValue).svg" }.joined(separator: " or ")
    guard !available.isEmpty else { throw FileError(path: path, message: "\(command) draws no picture") }
    guard let kind = PictureKind(rawValue: FileStem.lastWord(of: path)) else {
      throw FileError(
        path: path,
        message: "expected a name whose last word is a picture; \(command) draws \(names), or the same after a "
          + "hyphen, as in report-\(available[0].rawValue).svg")
    }
    guard available.contains(kind) else {
      throw FileError(path: path, message: "\(command) draws no \(kind.rawValue); it draws \(names)")
    }
    self = kind
  }
}

/// The name of a file without its ending.
enum FileStem {
  /// The letters after the last sign that is no letter, in lower case: `map` for `out/iPhone 16_Map.svg`.
  static func lastWord(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    return String(stem.reversed().prefix { $0.isLetter }.reversed()).lowercased()
  }
}
