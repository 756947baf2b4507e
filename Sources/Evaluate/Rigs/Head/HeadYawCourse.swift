package import GazeMetrics

/// Signed yaw error over time, of a pipeline and of the article's pipeline, averaged over at most 96 stretches of time;
/// when all are full, the length of a stretch doubles.
package struct HeadYawCourse: Sendable, Equatable, Codable {
  /// Mean yaw errors over one stretch of time.
  package struct Stretch: Sendable, Equatable, Codable {
    /// Number of samples.
    package var count = 0
    /// Mean yaw error of the judged pipeline, degrees.
    package var own = 0.0
    /// Mean yaw error of the article's pipeline, degrees.
    package var article = 0.0

    mutating func add(_ own: Double, _ article: Double, weight: Int = 1) {
      guard weight > 0 else { return }
      count += weight
      let share = Double(weight) / Double(count)
      self.own += (own - self.own) * share
      self.article += (article - self.article) * share
    }
  }

  private static let most = 96

  /// Length of a stretch, seconds.
  package private(set) var length = 2.0
  /// Stretches from the start; those without samples are gaps.
  package private(set) var stretches: [Stretch] = []

  /// A course without samples.
  package init() {}

  /// Takes in the two errors, degrees, at a time since the start.
  mutating func add(_ own: Double, _ article: Double, at time: Double) {
    guard time >= 0, time < 1e7, own.isFinite, article.isFinite else { return }
    while time / length >= Double(Self.most) { halve() }
    let index = Int(time / length)
    while stretches.count <= index { stretches.append(Stretch()) }
    stretches[index].add(own, article)
  }

  private mutating func halve() {
    length *= 2
    stretches = stride(from: 0, to: stretches.count, by: 2).map { i in
      var both = stretches[i]
      if i + 1 < stretches.count {
        let next = stretches[i + 1]
        both.add(next.own, next.article, weight: next.count)
      }
      return both
    }
  }
}

extension HeadYawCourse: CheckedContent {
  package var contentFault: ContentFault? {
    guard length >= 2, length < 1e9 else {
      return ContentFault("length", "is \(length); expected 2 or more seconds")
    }
    guard stretches.count <= Self.most else {
      return ContentFault("stretches", "has \(stretches.count) elements; expected at most \(Self.most)")
    }
    return nil
  }
}
