import GazeMetrics
import GazeRecording
package import GazeSimulation
import GazeTesting
import PortableFoundation

/// One of several equal shares of a command's cells: `3/16` is the third of sixteen. Cell i, from 0 on, is in share
/// (i mod n) + 1, so that people who take long spread over all shares.
package struct Shard: Sendable, Equatable {
  /// Largest number of shares: all parts are open while they are merged, and systems allow about a thousand files.
  package static let most = 1000

  /// Number of the share, 1…count.
  package let number: Int
  /// Number of shares.
  package let count: Int

  /// Creates a share; nil if the numbers are out of range.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Creates the share `k/n`; nil for any other text.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  /// The share that the environment states, nil if it states none: `TEST_SHARD_INDEX`, from 0 on, and
  /// `TEST_TOTAL_SHARDS`, as Bazel sets them (bazel.build, Test encyclopedia).
  ///
  /// - Throws: `SimulationError` if only one is set, or if they are not such numbers.
  package static func stated(in environment: [String: String]) throws(SimulationError) -> Shard? {
    let (index, total) = (environment[indexName], environment[totalName])
    if index == nil, total == nil { return nil }
    guard let index = index.flatMap({ Int($0) }), let total = total.flatMap({ Int($0) }), index < Int.max,
      let shard = Shard(index + 1, of: total)
    else {
      throw SimulationError.argument(
        """
        \(indexName)=\(index ?? "unset"), \(totalName)=\(total ?? "unset"): expected an index from 0 on below the \
        total; correct both or unset both
        """)
    }
    return shard
  }

  private static let indexName = "TEST_SHARD_INDEX"
  private static let totalName = "TEST_TOTAL_SHARDS"

}

extension Shard: CustomStringConvertible {
  /// The share as `--shard` takes it.
  package var description: String { "\(number)/\(count)" }
}

/// Numbers of the cells of several groups, one group after the other.
struct CellGrid: Sendable {
  /// Number of the first cell of each group.
  private let starts: [Int]
  /// Number of all cells.
  let total: Int

  /// Creates the grid of groups with so many cells each.
  init(_ counts: [Int]) {
    var (starts, total) = ([Int](), 0)
    for count in counts {
      starts.append(total)
      total += count
    }
    (self.starts, self.total) = (starts, total)
  }

  /// The group of a cell, and the cell's number in it. Groups without cells are never returned.
  subscript(cell: Int) -> (group: Int, index: Int) {
    // The last group that starts at or before the cell, by halving; groups without cells start where the next one does.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= cell { low = middle } else { high = middle }
    }
    return (low, cell - starts[low])
  }
}

/// Cells of a command: people, or repeats, that do not depend on one another, in groups such as conditions. A command
/// computes all its cells in one call of `each`; what needs all people before that is computed in every share.
///
/// Without a share all cells are computed. With one (`--shard`) only those of the share are, and their results are
/// written to a part. When all parts are merged, the same command runs again and reads the results from the parts, so
/// its output has the same bytes as without shares.
package enum Cells {
  /// Source of the results of the running command's cells; nil computes all of them.
  @TaskLocal package static var work: Work?

  /// Source of the results of cells.
  package enum Work: Sendable {
    /// The cells of a share are computed and written to a file.
    case share(Shard, of: CommandRecord, path: String, force: Bool)
    /// The results are read from parts.
    case merge(Parts)
  }

  /// Ends a command that has written its part.
  package struct PartWritten: Error {
    /// The part.
    package let path: String
    /// Number of cells in the part.
    package let cells: Int
    /// Number of cells of the command.
    package let total: Int
  }

  /// Passes the results of `body` for the cells 0…count−1 of each group to `take`, in that order. Only a part of them
  /// is in memory at a time. `progress` receives the share that is done, 0…1.
  ///
  /// - Parameter fault: the fault of a result that is read from a part and does not fit the command, such as a list
  ///   with too few arms. `CellCheck` has found the result sound by itself.
  /// - Throws: `PartWritten` if a share was written, in place of the rest of the command.
  static func each<Result: Codable & Sendable>(
    _ counts: [Int], jobs: Int, progress: (Double) -> Void,
    fault: (_ group: Int, _ index: Int, Result) -> ContentFault? = { _, _, _ in nil },
    _ body: @escaping @Sendable (_ group: Int, _ index: Int) throws -> Result,
    take: (_ group: Int, Result) -> Void
  ) async throws {
    let grid = CellGrid(counts)
    func compute(_ cells: some RandomAccessCollection<Int> & Sendable, take: (_ cell: Int, Result) throws -> Void)
      async throws
    {
      let count = Double(cells.count)
      var place = cells.startIndex
      try await eachInParallel(
        count: cells.count, jobs: jobs, ahead: 16 * jobs, progress: { progress(Double($0) / count) }
      ) { index in
        let (group, index) = grid[cells[cells.index(cells.startIndex, offsetBy: index)]]
        return try body(group, index)
      } take: { result in
        try take(cells[place], result)
        place = cells.index(after: place)
      }
    }
    switch work {
    case nil: try await compute(0..<grid.total) { cell, result in take(grid[cell].group, result) }
    case .share(let shard, let command, let path, let force):
      var writer = try PartFile.Writer(path: path, force: force)
      try writer.begin(PartFile.Header(shard: shard.number, shards: shard.count, command: command, cells: counts))
      let own = Array(stride(from: shard.number - 1, to: grid.total, by: shard.count))
      try await compute(own) { cell, result in try writer.write(cell, result) }
      try writer.commit()
      throw PartWritten(path: path, cells: own.count, total: grid.total)
    case .merge(let parts): try read(parts, grid, counts, progress: progress, fault: fault, take: take)
    }
  }

  private static func read<Result: Codable>(
    _ parts: Parts, _ grid: CellGrid, _ counts: [Int], progress: (Double) -> Void,
    fault: (_ group: Int, _ index: Int, Result) -> ContentFault?, take: (_ group: Int, Result) -> Void
  ) throws {
    for part in parts.files.prefix(1) where part.header.cells != counts {
      throw FileError(path: part.path, line: 1, field: "cells", message: "are not those of its command; make it again")
    }
    let readers = try parts.files.map { try PartFile.Reader($0) }
    for cell in 0..<grid.total {
      let (reader, (group, index)) = (readers[cell % readers.count], grid[cell])
      let result: Result = try reader.next(cell)
      if let fault = fault(group, index, result) { throw reader.fault(fault) }
      take(group, result)
      if cell % 64 == 0 { progress(Double(cell) / Double(grid.total)) }
    }
    for reader in readers { try reader.finish() }
  }
}

/// A result with the command that made it, under the key `command` of the result's own JSON object; of each object if
/// the result is a list of objects.
package struct WithCommand: Encodable {
  private let result: any Encodable
  private let command: CommandRecord?

  /// Creates a result with the record of its command; nil leaves the key out.
  package init(_ result: any Encodable, _ command: CommandRecord?) { (self.result, self.command) = (result, command) }

  /// Writes the result's keys, then `command`.
  package func encode(to encoder: any Encoder) throws {
    if let list = result as? [any Encodable] {
      var container = encoder.unkeyedContainer()
      for object in list { try container.encode(WithCommand(object, command)) }
      return
    }
    try result.encode(to: encoder)
    guard let command else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(command.sealed, forKey: .command)
  }

  private enum Key: CodingKey {
    case command
  }
}
