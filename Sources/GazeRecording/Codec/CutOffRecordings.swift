private import Foundation

/// The recordings that turned out to end in the middle of a line while they were read, so that a command can say so.
///
/// Whoever wants to hear of them reads within `CutOffRecordings.$heard.withValue(…)`.
package final class CutOffRecordings: Sendable {
  @TaskLocal package static var heard: CutOffRecordings?

  private let lock = NSLock()
  // Touched under the lock alone.
  private nonisolated(unsafe) var lines: [String: Int] = [:]

  package init() {}

  /// Each recording once, with its last line's number, in the order of their names.
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

/// Tells a line that was cut off from one that is wrong.
enum CutLine {
  /// True for the beginning of an object that goes on beyond its end, and for zeros, which is what some file systems leave of
  /// lines that never reached the disk.
  ///
  /// - Parameter line: not empty, without a line end.
  static func isCut(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = UnsafeRawBufferPointer(rebasing: line.prefix((line.lastIndex { $0 != 0 } ?? -1) + 1))
    var scanner = JSONScanner(line)
    guard let first = scanner.peek() else { return true }
    guard first == UInt8(ascii: "{") else { return false }
    do throws(LineFault) {
      try scanner.skip(nil)
      return false
    } catch {
      // A word or number that is cut off is what is left; anything more means that the fault lies before the end.
      return !line[min(scanner.index, line.count)...].contains { ",:{}[]".utf8.contains($0) }
    }
  }
}
