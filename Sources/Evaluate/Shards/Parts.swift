import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

/// All parts of one command, in the order of their shares.
package struct Parts: Sendable {
  /// The parts.
  let files: [PartFile]
  /// The command.
  package let command: CommandRecord

  /// Takes parts in any order.
  ///
  /// - Throws: an error that names the file for a share that is missing or given twice, and for a part of another
  ///   version, command or input file.
  package init(_ files: [PartFile]) throws {
    guard let first = files.first else { throw SimulationError.argument("no parts; name all files that --shard wrote") }
    for file in files {
      try Self.checkVersion(file)
      try Self.check(file, against: first)
    }
    let count = first.header.shards
    var shares = [PartFile?](repeating: nil, count: count)
    for file in files {
      let index = file.header.shard - 1
      if let other = shares[index] {
        throw FileError(
          path: file.path,
          message: "is share \(file.header.shard)/\(count), as is \(other.path); give each share once")
      }
      shares[index] = file
    }
    let missing = shares.indices.filter { shares[$0] == nil }.map { "\($0 + 1)/\(count)" }
    guard missing.isEmpty else {
      let names = missing.prefix(20).joined(separator: ", ") + (missing.count > 20 ? ", …" : "")
      throw SimulationError.argument(
        """
        \(missing.count == 1 ? "a share is" : "\(missing.count) shares are") missing: \(names); run the command with \
        --shard \(missing[0])\(missing.count > 1 ? " and the others" : ""), then merge all parts
        """)
    }
    self.files = shares.compactMap { $0 }
    command = first.command
  }

  private static func checkVersion(_ file: PartFile) throws(FileError) {
    guard file.command.version == Tool.version else {
      throw FileError(
        path: file.path, line: 1, field: "command.version",
        message: "is \(file.command.version), and this is gazesim \(Tool.version); make the part again")
    }
  }

  private static func check(_ file: PartFile, against first: PartFile) throws(FileError) {
    guard file.command.arguments == first.command.arguments else {
      throw FileError(
        path: file.path,
        message: """
          is of another command than \(first.path): '\(file.command.line)', not '\(first.command.line)'; \
          leave one of them out
          """)
    }
    guard file.command == first.command else {
      let others = file.command.inputs.filter { !first.command.inputs.contains($0) }.map(\.path)
      let which =
        others.isEmpty ? "with other input files" : "with another content of \(others.joined(separator: ", "))"
      throw FileError(
        path: file.path, message: "was made \(which) than \(first.path); make all parts again with the same files")
    }
    guard file.header.shards == first.header.shards, file.header.cells == first.header.cells else {
      throw FileError(
        path: file.path,
        message:
          """
          is one of \(file.header.shards) shares of \(file.header.cells.reduce(0, +)) cells, and \(first.path) one \
          of \(first.header.shards) of \(first.header.cells.reduce(0, +)); give all parts of one division
          """)
    }
  }
}
