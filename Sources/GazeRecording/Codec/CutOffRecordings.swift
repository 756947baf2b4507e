private import PortableFoundation

/// The recordings whose reader found that they end in the middle of a line, so that a command can report them.
///
/// To collect such recordings, read within `CutOffRecordings.$heard.withValue(…)`.
package final class CutOffRecordings: Sendable {
  @TaskLocal package static var heard: CutOffRecordings?

  private let lock = Lock()
  // `lines` is accessed only while the lock is held.
  private nonisolated(unsafe) var lines: [String: Int] = [:]

  package init() {}

  /// Each cut-off recording once, sorted by name, with the number of its last line.
  package var all: [(path: String, line: Int)] {
    lock.lock()
    defer { lock.unlock() }
    return lines.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  func add(_ path: String, line: Int) {
    lock.lock()
    defer { lock.unlock() }
    lines[path] = line
  }
}

/// Distinguishes a line that was cut off from one that is wrong.
enum CutLine {
  /// True if the line is the beginning of a JSON object that is not complete, or consists of zeros, which some file
  /// systems leave in place of lines that never reached the disk.
  ///
  /// - Parameter line: the line, not empty, without its line end.
  static func isCut(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = UnsafeRawBufferPointer(rebasing: line.prefix((line.lastIndex { $0 != 0 } ?? -1) + 1))
    var scanner = JSONScanner(line)
    guard let first = scanner.peek() else { return true }
    guard first == UInt8(ascii: "{") else { return false }
    do throws(LineFault) {
      try scanner.skip(nil)
      return false
    } catch {
      // If the line was cut off, only a part of a word or number follows the place of the fault; punctuation there
      // means that the fault is before the line's end.
      return !line[min(scanner.index, line.count)...].contains { ",:{}[]".utf8.contains($0) }
    }
  }
}
