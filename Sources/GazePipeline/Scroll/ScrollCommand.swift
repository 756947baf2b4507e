/// Which way a page moves, or a person wants it to move.
public enum ScrollDirection: String, Sendable, Codable, CaseIterable {
  /// Towards the page's beginning.
  case up
  /// Nothing.
  case none
  /// Towards the page's end.
  case down

  /// −1, 0, +1: the sign of the change of `contentOffset.y`.
  public var sign: Double {
    switch self {
    case .up: -1
    case .none: 0
    case .down: 1
    }
  }
}

/// What a pipeline asks of the page in one frame.
public struct ScrollCommand: Sendable, Equatable {
  /// Which way; `.none` moves nothing.
  public var direction: ScrollDirection
  /// How far, points, ≥ 0.
  public var distance: Double
  /// Length of one of the steps that make up the distance, each refused once the page has reached its end, as the
  /// 2021 article does; nil moves in one go and stops exactly at the end.
  public var step: Double?

  /// Stay.
  public static let none = ScrollCommand(direction: .none, distance: 0)

  /// A command from its parts.
  public init(direction: ScrollDirection, distance: Double, step: Double? = nil) {
    self.direction = direction
    self.distance = distance
    self.step = step
  }
}
