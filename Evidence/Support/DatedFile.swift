import Foundation

@testable import Evaluate

/// The file of a study's full run, which a page quotes: `GAZESIM_N` is its size, `GAZESIM_STUDIES` the folder.
enum DatedFile {
  /// Size of a full run; nil if none is asked for.
  static let size = ProcessInfo.processInfo.environment["GAZESIM_N"].flatMap(Int.init)

  /// Prints a study's text, and writes it to the folder if one is named.
  static func write(_ name: String, _ table: StudyTable) throws {
    let date = Date.now.formatted(.iso8601.year().month().day())
    let text = (["\(date), gazesim \(Tool.version), \(name), n = \(size ?? 0)", ""] + table.lines).joined(
      separator: "\n")
    print(text)
    guard let folder = ProcessInfo.processInfo.environment["GAZESIM_STUDIES"] else { return }
    try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(date)-\(name).txt"), options: .atomic)
  }
}
