import Documents
import Foundation
import GazeRecording

@testable import Evaluate
@testable import StudySupport

/// A question about the simulation itself, and the method that answers it. A study is a value: its properties are the
/// settings, and `run` answers the question. The answer depends only on the settings, not on the number of cores.
protocol Study: Sendable {
  /// Name by which `script/evidence` starts it.
  static var name: String { get }
  /// Question, or its subject, in one sentence.
  static var question: String { get }

  /// Reads the settings; throws for values out of range.
  init(_ options: inout Options) throws

  /// Simulates and counts; throws if the settings are invalid.
  func run(_ runner: StudyRunner) async throws -> StudyTable
}

/// The claims of the project's pages, each with the people, seeds and bars that it needs: `script/evidence NAME`.
@main enum Main {
  private static let studies: [any Study.Type] = [
    RecentreStudy.self, ReadersStudy.self, MisuseStudy.self, ConfirmStudy.self, TrustStudy.self, SplitStudy.self,
    PopulationStudy.self, ProtocolStudy.self, TriggerStudy.self, LimitsStudy.self,
  ]

  private static let usage = """
    script/evidence NAME [--OPTION VALUE ...] [--jobs N] [--shard k/n [--part FILE]]
    script/evidence merge PART...

    """

  static func main() async {
    do { try await run(Invocation.current.words) } catch {
      FileHandle.standardError.write(Data("evidence: \(TerminalText.line("\(error)"))\n".utf8))
      exit(error is Options.Mistake ? 64 : 2)
    }
  }

  private static func run(_ words: [String]) async throws {
    guard words.first == "merge" else { return try await answer(words) }
    let parts = try Parts(words.dropFirst().map { try PartFile(path: $0) })
    try await Shards.$mode.withValue(.merge(parts)) { try await answer(parts.command.arguments) }
  }

  private static func answer(_ words: [String]) async throws {
    guard let name = words.first, name != "--help" else {
      let list = studies.map { $0.name.padding(toLength: 13, withPad: " ", startingAt: 0) + $0.question }
      return print(([usage] + list).joined(separator: "\n"))
    }
    guard let type = studies.first(where: { $0.name == name }) else {
      throw Options.Mistake(description: "\(name): expected a study; script/evidence lists them")
    }
    var options = try Options(Array(words.dropFirst()))
    let jobs = try options.number("jobs", ProcessInfo.processInfo.activeProcessorCount, 1...1024)
    let (share, part) = (try options.text("shard"), try options.text("part"))
    let study = try type.init(&options)
    try options.finish()
    let runner = StudyRunner(jobs: jobs) { share in
      // Only a person watches a terminal.
      guard isatty(STDERR_FILENO) == 1 else { return }
      FileHandle.standardError.write(Data("\r\(name): \(Int(100 * share)) %\(share >= 1 ? "\n" : "")".utf8))
    }
    guard let share else { return print(try await study.run(runner).lines.joined(separator: "\n")) }
    guard let shard = Shard(share) else {
      throw Options.Mistake(description: "--shard: is \(share); expected k/n, such as 3/16")
    }
    let path = part ?? "\(name)-\(shard.number)-of-\(shard.count).part"
    let record = try CommandRecord(Invocation(words), inputs: [])
    do {
      try await Shards.$mode.withValue(.share(shard, of: record, path: path, force: false)) {
        _ = try await study.run(runner)
      }
    } catch let written as Shards.ShardFinished {
      return print("wrote \(written.path): \(written.cells) of \(written.total) cells")
    }
    throw Options.Mistake(description: "--shard: \(name) has no people to divide; leave it out")
  }
}
