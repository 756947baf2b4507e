import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// The choice of one share of a command's people, for several machines.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Compute one share of the people, such as 3/16, and write it to a part; 'gazesim merge' makes the result of all \
      parts. Default: TEST_SHARD_INDEX (from 0 on) and TEST_TOTAL_SHARDS, if they are set; else everybody.
      """, valueName: "k/n"))
  var shard: String?

  @Option(help: "With --shard: the part's file. Default: the command's name with -k-of-n.part.")
  var part: String?

  /// The reason that recordings cannot be divided.
  static let ofRecordings = "the people are those of the recordings, which are read once; leave the share out"

  func validate() throws {
    if let shard, Shard(shard) == nil {
      throw OptionError("--shard", is: shard, expected: "k/n with 1 ≤ k ≤ n ≤ \(Shard.most), such as 3/16")
    }
  }

  /// The chosen share; nil computes everybody.
  func chosen() throws -> Shard? {
    let stated = try shard.map { Shard($0) } ?? Shard.stated(in: ProcessInfo.processInfo.environment)
    if stated == nil, part != nil { throw OptionError("--part", message: "needs --shard k/n") }
    return stated
  }

  /// The share's source, for errors.
  func source(of share: Shard) -> String {
    shard == nil ? "share \(share), which TEST_SHARD_INDEX and TEST_TOTAL_SHARDS state" : "--shard \(share)"
  }

  /// Path of the part.
  func path(of shard: Shard, in invocation: Invocation) -> String {
    part ?? "\(invocation.words.first ?? "gazesim")-\(shard.number)-of-\(shard.count).part"
  }
}

/// A command whose people can be divided over several machines (`--shard`).
protocol ShardableCommand: ReproducibleCommand {
  var sharding: ShardOptions { get }
  /// True if an existing part is replaced.
  var force: Bool { get }
  /// Files that the command writes besides its output.
  var writtenFiles: [String] { get }

  /// Reason why the people of this run cannot be divided, and the remedy; nil if they can.
  func indivisible() throws -> String?
}

extension ShardableCommand {
  /// Runs the command, or computes its share and writes the part.
  func runOrShare(_ run: () async throws -> Void) async throws {
    guard let shard = try sharding.chosen() else { return try await run() }
    let source = sharding.source(of: shard)
    if let reason = try indivisible() { throw OptionError(source, message: reason) }
    if let file = writtenFiles.first {
      let isForMerge = file.hasPrefix("-o ") && !file.lowercased().hasSuffix(".html")
      throw OptionError(
        source,
        message: "writes a part alone; leave \(file) out"
          + (isForMerge ? " and give it to 'gazesim merge'" : ", or run the whole command, which alone can write it"))
    }
    let record = try CommandRecord(.current, inputs: inputs)
    let path = sharding.path(of: shard, in: .current)
    do {
      try await Shards.$mode.withValue(.share(shard, of: record, path: path, force: force)) { try await run() }
    } catch let written as Shards.ShardFinished {
      if !isQuiet { Console.note("wrote \(written.path): \(written.cells) of \(written.total) cells") }
      return
    }
    throw OptionError(source, message: "this command has no people to divide; leave the share out")
  }
}
