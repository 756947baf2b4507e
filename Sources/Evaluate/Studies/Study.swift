import GazeSimulation

/// A question about the simulation itself. A study is a value: its properties are the settings, with their defaults,
/// and `run` answers the question. The answer depends on the settings alone, not on how many cores worked on it.
package protocol Study: Sendable {
  /// The name after `gazesim study`.
  static var name: String { get }
  /// The question, or its subject, in one sentence.
  static var question: String { get }

  /// Simulates and counts; throws where the settings make no sense.
  func run(_ runner: StudyRunner) async throws -> StudyTable
}

/// How a study runs: on how many cores, and where it reports its progress, a share of 0…1.
package struct StudyRunner: Sendable {
  let jobs: Int
  let progress: @Sendable (Double) -> Void

  package init(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) {
    self.jobs = jobs
    self.progress = progress
  }

  /// The same cores for the way from one share of the progress to another.
  func part(_ start: Double, _ end: Double) -> StudyRunner {
    StudyRunner(jobs: jobs) { [progress] in progress(start + (end - start) * $0) }
  }

  /// The same cores for one of so many equal parts.
  func part(_ index: Int, of count: Int) -> StudyRunner {
    part(Double(index) / Double(count), Double(index + 1) / Double(count))
  }

  /// The results of `body` for 0…count−1, people or repeats, in that order.
  func map<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    try await each(count, body) { results.append($0) }
    return results
  }

  /// Gives the results of `body` for 0…count−1 to `take`, in that order. No more than a portion of them are in memory.
  func each<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result, take: (Result) -> Void
  ) async throws {
    let portion = max(count / 20, 8 * jobs, 1)
    for first in stride(from: 0, to: count, by: portion) {
      let results = try await mapInParallel(count: min(portion, count - first), jobs: jobs) { [progress] index in
        defer { progress(Double(first + index + 1) / Double(count)) }
        return try body(first + index)
      }
      results.forEach(take)
    }
  }
}

extension RigSimulation {
  /// The simulation of repeat `index`: other people on another phone. Phone 0 stays the nominal one.
  func repeated(_ index: Int) -> Self {
    var other = self
    other.seed &+= UInt64(index)
    if other.phone > 0 { other.phone &+= UInt64(index) }
    return other
  }

  /// The same with as many other people, of another seed: those whom nothing was fitted to.
  var heldOut: Self {
    var other = self
    other.seed &+= 1_000_003
    return other
  }
}
