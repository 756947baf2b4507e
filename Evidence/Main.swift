import Foundation
import GazeRecording

@testable import Evaluate
@testable import StudySupport

/// The claims of the project's pages, each with the people, seeds and bars that it needs: `script/evidence NAME`.
@main enum Main {
  private static let studies: [any ClaimStudy.Type] = [
    RecentreStudy.self, ReadersStudy.self, MisuseStudy.self, ConfirmStudy.self, TrustStudy.self, SplitStudy.self,
    PopulationStudy.self, ProtocolStudy.self, TriggerStudy.self, SensitivityStudy.self, LimitsStudy.self,
  ]

  private static let usage = """
    script/evidence NAME [--OPTION VALUE ...] [--jobs N] [--shard k/n [--part FILE]]
    script/evidence merge PART...

    """

  static func main() async {
    do { try await run(Invocation.current.words) } catch {
      FileHandle.standardError.write(Data("evidence: \(TerminalText.line("\(error)"))\n".utf8))
      exit(error is Words.Mistake ? 64 : 2)
    }
  }

  private static func run(_ words: [String]) async throws {
    if words.first == "merge" {
      guard words.count > 1 else { throw Words.Mistake(description: "merge: expected parts") }
      let parts = try Parts(words.dropFirst().map { try PartFile(path: $0) })
      guard studies.contains(where: { $0.name == parts.command.arguments.first }) else {
        throw Words.Mistake(description: "\(words[1]): is a part of 'gazesim'; merge it with 'gazesim merge'")
      }
      return try await Cells.$work.withValue(.merge(parts)) { try await answer(parts.command.arguments) }
    }
    try await answer(words)
  }

  private static func answer(_ words: [String]) async throws {
    guard let name = words.first, name != "--help" else {
      let list = studies.map { $0.name.padding(toLength: 13, withPad: " ", startingAt: 0) + $0.question }
      return print(([usage] + list).joined(separator: "\n"))
    }
    guard let type = studies.first(where: { $0.name == name }) else {
      throw Words.Mistake(description: "\(name): expected a study; script/evidence lists them")
    }
    var options = Words(Array(words.dropFirst()))
    let jobs = try options.int("jobs", ProcessInfo.processInfo.activeProcessorCount, 1...1024)
    let (share, part) = (try options.text("shard"), try options.text("part"))
    let isHelp = try options.flag("help")
    let study = try type.init(&options)
    if isHelp { return print("\(type.question)\n\n\(options.options)") }
    try options.finish()
    if share == nil, part != nil { throw Words.Mistake(description: "--part: needs --shard k/n") }
    if share != nil, !type.isDivisible {
      throw Words.Mistake(description: "--shard: \(type.name) has no people to divide; leave it out")
    }
    let runner = StudyRunner(jobs: jobs, progress: Progress(name: type.name).show)
    guard let share else { return print(try await study.run(runner).lines.joined(separator: "\n")) }
    guard let shard = Shard(share) else {
      throw Words.Mistake(description: "--shard: is \(share); expected k/n, such as 3/16")
    }
    let path = part ?? "\(type.name)-\(shard.number)-of-\(shard.count).part"
    let record = try CommandRecord(Invocation(words), inputs: study.inputs)
    do {
      try await Cells.$work.withValue(.share(shard, of: record, path: path, force: false)) {
        _ = try await study.run(runner)
      }
    } catch let written as Cells.PartWritten {
      return print("wrote \(written.path): \(written.cells) of \(written.total) cells")
    }
    throw Words.Mistake(description: "--shard: \(type.name) has no people to divide; leave it out")
  }
}

/// A study that is made from options.
protocol ClaimStudy: Study {
  /// Reads the options; throws for values out of range.
  init(_ words: inout Words) throws
  /// Files that the study reads.
  var inputs: [String] { get }
  /// False if its people cannot be divided over shares.
  static var isDivisible: Bool { get }
}

extension ClaimStudy {
  var inputs: [String] { [] }
  static var isDivisible: Bool { true }
}

/// Whole percents on standard error, if somebody watches.
private struct Progress: Sendable {
  let name: String
  private let isWatched = isatty(STDERR_FILENO) == 1

  init(name: String) { self.name = name }

  func show(_ share: Double) {
    guard isWatched else { return }
    FileHandle.standardError.write(Data("\r\(name): \(Int(100 * share)) %\(share >= 1 ? "\n" : "")".utf8))
  }
}
