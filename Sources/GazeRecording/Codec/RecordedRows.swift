private import PortableFoundation

/// The rows of an opened file, one after another. Each format has its own conforming type.
protocol RowSource: AnyObject {
  /// True if the file ended in the middle of a row; valid once `next(_:)` has returned false.
  var isCutOff: Bool { get }

  /// Reads the next row into `row`; returns false after the last whole row. Every call gets the same memory, to which
  /// nobody else writes.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool
  /// The fault with the file and the place of the row that was read last.
  func fault(_ fault: LineFault) -> FileError
}

struct RowMemory: ~Copyable {
  let start: UnsafeMutableRawPointer

  init(_ size: Int) { start = .allocate(byteCount: size, alignment: 16) }
  deinit { start.deallocate() }
}

extension [UInt8] {
  /// Copies all bytes to a row.
  @inline(__always)
  func copy(to row: UnsafeMutableRawPointer) {
    withUnsafeBytes { row.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(row), byteCount: $0.count) }
  }
}

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
    lock.withLock { lines }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  func add(_ path: String, line: Int) { lock.withLock { lines[path] = line } }
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
    guard first == .openBrace else { return false }
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
