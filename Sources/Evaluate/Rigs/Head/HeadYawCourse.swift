/// Signed yaw error over time, of a pipeline and of the article's, averaged over stretches: at most 96 of them, which grow
/// twice as long whenever they are full.
package struct HeadYawCourse: Sendable, Equatable {
  /// One stretch.
  package struct Stretch: Sendable, Equatable {
    /// Its samples.
    package var count = 0
    /// Means, degrees.
    package var own = 0.0
    /// The article's mean, degrees.
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

  /// Seconds a stretch.
  package private(set) var length = 2.0
  /// From the start on; those without samples are gaps.
  package private(set) var stretches: [Stretch] = []

  /// Nothing yet.
  package init() {}

  /// Takes the two errors in, degrees, at a time from the start.
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
