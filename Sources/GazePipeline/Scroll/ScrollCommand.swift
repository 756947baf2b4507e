/// Direction in which a page moves, or in which a person wants it to move.
public enum ScrollDirection: String, Sendable, Codable, CaseIterable {
  /// Towards the page's beginning.
  case up
  /// No movement.
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

/// Scroll command of a pipeline to the page in one frame.
public struct ScrollCommand: Sendable, Equatable {
  /// Direction; `.none` moves nothing.
  public var direction: ScrollDirection
  /// Distance, points, ≥ 0.
  public var distance: Double
  /// Length of the steps that make up the distance. As in the 2021 article, a step is refused once the page has reached
  /// its end. If `step` is nil, the page moves the whole distance at once and stops exactly at its end.
  public var step: Double?

  /// No scrolling.
  public static let none = ScrollCommand(direction: .none, distance: 0)

  /// A command from its parts.
  public init(direction: ScrollDirection, distance: Double, step: Double? = nil) {
    self.direction = direction
    self.distance = distance
    self.step = step
  }
}
