/// A metric with too few people for an interval and therefore for a verdict.
public struct PeopleShortfall: Sendable, Equatable, CustomStringConvertible {
  /// The metric's name.
  public var metric: String
  /// Number of people needed.
  public var needed: Int
  /// Number of people for whom the metric has a value.
  public var people: Int

  /// A shortfall from its parts.
  public init(metric: String, needed: Int, people: Int) {
    self.metric = metric
    self.needed = needed
    self.people = people
  }

  /// `pointer.errorPoints.median needs 44 people but has 3`.
  public var description: String { "\(metric) \(Self.words(needed: needed, people: people))" }

  /// `needs 44 people but has 3`.
  static func words(needed: Int, people: Int) -> String {
    "needs \(needed) people but has \(people)"
  }
}
