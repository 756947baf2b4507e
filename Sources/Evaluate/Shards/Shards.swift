import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

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
package enum Shards {
  /// Source of the results of the running command's cells; nil computes all of them.
  @TaskLocal package static var mode: ShardMode?

  /// Source of the results of cells.
  package enum ShardMode: Sendable {
    /// The cells of a share are computed and written to a file.
    case share(Shard, of: CommandRecord, path: String, force: Bool)
    /// The results are read from parts.
    case merge(Parts)
  }

  /// Ends a command that has written its part.
  package struct ShardFinished: Error {
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
  /// - Throws: `ShardFinished` if a share was written, in place of the rest of the command.
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
      var next = cells.startIndex
      try await eachInParallel(
        count: cells.count, jobs: jobs, ahead: 16 * jobs, progress: { progress(Double($0) / count) }
      ) { index in
        let (group, index) = grid[cells[cells.index(cells.startIndex, offsetBy: index)]]
        return try body(group, index)
      } take: { result in
        try take(cells[next], result)
        next = cells.index(after: next)
      }
    }
    switch mode {
    case nil: try await compute(0..<grid.total) { cell, result in take(grid[cell].group, result) }
    case .share(let shard, let command, let path, let force):
      var writer = try PartFile.Writer(path: path, force: force)
      try writer.begin(PartFile.Header(shard: shard.number, shards: shard.count, command: command, cells: counts))
      let shareCells = Array(stride(from: shard.number - 1, to: grid.total, by: shard.count))
      try await compute(shareCells) { cell, result in try writer.write(cell, result) }
      try writer.commit()
      throw ShardFinished(path: path, cells: shareCells.count, total: grid.total)
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
