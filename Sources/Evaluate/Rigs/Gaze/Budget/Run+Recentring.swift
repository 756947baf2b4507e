import GazeMetrics
import GazeSimulation
import GazeTesting

extension Run where R == GazeRig {
  /// The recentrings that an app could add to this run, each in the scenarios with a page; empty for other pipelines
  /// than `standard`, and if nothing would be new.
  func recentrings() -> [Change] {
    guard pipeline == GazeRig.standard else { return [] }
    var read = self
    (read.scenarios, read.recordsTracks) = (scenarios.filter(\.hasPage), false)
    if read.scenarios.isEmpty { read.scenarios = [.reading] }
    let choices: [RecentreChoice] =
      switch options.recentre {
      case .none, .x: [.dot, .reading]
      case .dot, .tap15: [.reading]
      case .reading: []
      }
    return choices.map { choice in
      var run = read
      run.options.recentre = choice
      return Change(name: choice == .dot ? Remedy.dot : Remedy.reading, run: run)
    }
  }

  /// The error with each recentring, against the same people's error on the same pages without it.
  func recentringRemedies(
    _ changes: [Change], _ metric: GazeMetric, jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Remedy] {
    guard var before = changes.first?.run else { return [] }
    before.options.recentre = options.recentre
    let parts = try await Run.people([before] + changes.map(\.run), jobs: jobs, progress: progress) { measured in
      // People for whom tracking fails are in no figure.
      measured.first?.pointer.isFailing == false ? measured.map { metric.part(of: $0.pointer) } : []
    }.filter { !$0.isEmpty }
    return changes.enumerated().map { index, change in
      var remedy = Remedy(change.name, pairs: parts.map { ($0[0], $0[index + 1]) }, metric)
      remedy.errorPointsBefore = metric.mean(parts.map { $0[0] })
      return remedy
    }
  }
}

extension Remedy {
  /// A dot at the beginning of a take on a page, and the middle of the lines read.
  static let dot = "a dot at the start, while reading"
  /// Recentring by the lines read.
  static let reading = "recentring by the lines read"
}
