import GazeMetrics
import GazeSimulation

@testable import Evaluate

/// A question about the simulation itself, and the method that answers it. A study is a value: its properties are the
/// settings, with their defaults, and `run` answers the question. The answer depends only on the settings, not on the
/// number of cores.
protocol Study: Sendable {
  /// Name by which `script/evidence` starts it.
  static var name: String { get }
  /// Question, or its subject, in one sentence.
  static var question: String { get }

  /// Simulates and counts; throws if the settings are invalid.
  func run(_ runner: StudyRunner) async throws -> StudyTable
}

/// Number of cores for a study, and the receiver of its progress, a share of 0…1.
struct StudyRunner: Sendable {
  let jobs: Int
  let progress: @Sendable (Double) -> Void

  init(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) {
    self.jobs = jobs
    self.progress = progress
  }

  /// Returns a runner with the same cores for a range of the progress.
  func part(_ start: Double, _ end: Double) -> StudyRunner {
    StudyRunner(jobs: jobs) { [progress] in progress(start + (end - start) * $0) }
  }

  /// Returns a runner with the same cores for one of `count` equal parts of the progress.
  func part(_ index: Int, of count: Int) -> StudyRunner {
    part(Double(index) / Double(count), Double(index + 1) / Double(count))
  }

  /// Returns the results of `body` for the cells 0…count−1 of each group, in that order. These are the people (or
  /// repeats) that `--shard` divides, so a study calls this or `eachCell` once. What must be known before it is
  /// computed in every share; what follows is computed only if all cells are there.
  func cells<Result: Codable & Sendable>(
    _ counts: [Int], fault: (_ group: Int, _ index: Int, Result) -> ContentFault? = { _, _, _ in nil },
    _ body: @escaping @Sendable (_ group: Int, _ index: Int) throws -> Result
  ) async throws -> [[Result]] {
    var results = counts.map { _ in [Result]() }
    try await eachCell(counts, fault: fault, body) { results[$0].append($1) }
    return results
  }

  /// Returns the results of `body` for the cells 0…count−1 of a single group.
  func cells<Result: Codable & Sendable>(
    _ count: Int, fault: (Result) -> ContentFault? = { _ in nil },
    _ body: @escaping @Sendable (Int) throws -> Result
  ) async throws -> [Result] {
    try await cells([count], fault: { fault($2) }) { _, index in try body(index) }[0]
  }

  /// Passes the results of `body` for the cells 0…count−1 of each group to `take`, in that order. Only a part of them
  /// is in memory at a time.
  func eachCell<Result: Codable & Sendable>(
    _ counts: [Int], fault: (_ group: Int, _ index: Int, Result) -> ContentFault? = { _, _, _ in nil },
    _ body: @escaping @Sendable (_ group: Int, _ index: Int) throws -> Result,
    take: (_ group: Int, Result) -> Void
  ) async throws {
    try await Cells.each(counts, jobs: jobs, progress: progress, fault: fault, body, take: take)
  }

  /// Returns the results of `body` for 0…count−1, in that order, in every share.
  func map<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    try await each(count, body) { results.append($0) }
    return results
  }

  /// Passes the results of `body` for 0…count−1 to `take`, in that order. Only a part of them is in memory at a time.
  func each<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result, take: (Result) -> Void
  ) async throws {
    try await eachInParallel(
      count: count, jobs: jobs, ahead: 16 * jobs, progress: { progress(Double($0) / Double(count)) }, body, take: take)
  }
}

extension RigSimulation {
  /// The same simulation with another seed: the same number of other people, to whom nothing was fitted.
  var heldOut: Self {
    var other = self
    other.seed &+= 1_000_003
    return other
  }
}
