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

/// Memory of one row, freed with its owner.
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
