package import GazePipeline

/// Origin and direction of the coordinates of points on a screen in a table; x always grows to the right.
package struct ScreenAxes: Sendable, Equatable {
  /// Place of the point (0, 0).
  package enum Origin: String, Sendable, Codable, CaseIterable {
    /// The screen's middle.
    case middle = "center"
    /// The top-left corner.
    case topLeft = "topleft"
    /// The bottom-left corner.
    case bottomLeft = "bottomleft"
  }

  /// Largest ratio of the units' sizes along the two axes: pixels and points are square.
  package static let mostStretch = 1.1

  /// Place of the point (0, 0).
  package var origin = Origin.topLeft
  /// True if y grows upwards.
  package var growsUpwards = false
  /// True if the origin follows from the targets' signs, false if the user states it.
  package var isOriginDetected = false
  /// True if neither the user nor the signs state the direction of y. Distances and angles between points do not depend
  /// on it; places on the screen do.
  package var isDirectionOpen = false

  /// Axes of points: from the top-left corner, y down.
  package init() {}

  /// The axes of a table. Targets lie on the screen, so coordinates that are never negative begin in a corner, with y
  /// growing downwards unless stated, and coordinates of both signs begin in the middle.
  ///
  /// - Parameters:
  ///   - low: the targets' smallest coordinates.
  ///   - high: the targets' largest coordinates.
  ///   - stated: the origin as the user states it.
  ///   - growsUpwards: the direction of y as the user states it.
  package init(low: Vector2, high: Vector2, origin stated: Origin?, growsUpwards: Bool?) {
    isOriginDetected = stated == nil
    if let stated {
      origin = stated
    } else if low.x >= 0, low.y >= 0 {
      origin = growsUpwards == true ? .bottomLeft : .topLeft
    } else if low.x >= 0, high.y <= 0, growsUpwards == true {
      origin = .topLeft
    } else {
      origin = .middle
    }
    // Validation tables with their origin in the middle have y up, as ETDQualitizer expects.
    self.growsUpwards = growsUpwards ?? (origin != .topLeft)
    isDirectionOpen = growsUpwards == nil && origin == .middle
  }

  /// The position of a point relative to the screen's middle, x right and y up, in the table's unit.
  package func fromMiddle(_ point: Vector2, size: Vector2) -> Vector2 {
    let half = size / 2
    let up = growsUpwards ? point.y : -point.y
    return switch origin {
    case .middle: SIMD2(point.x, up)
    case .topLeft: SIMD2(point.x - half.x, up + half.y)
    case .bottomLeft: SIMD2(point.x - half.x, up - half.y)
    }
  }

  /// True if a point lies on a screen of this size, with a thousandth of its size as tolerance.
  package func contains(_ point: Vector2, size: Vector2) -> Bool {
    let middle = fromMiddle(point, size: size)
    return abs(middle.x) <= size.x * 0.5005 && abs(middle.y) <= size.y * 0.5005
  }

  /// `up` or `down`, the direction in which y grows.
  package var yName: String { growsUpwards ? "up" : "down" }

  /// The axes in words: `from the top-left corner, y down`, with the reason.
  package var sentence: String {
    let place =
      switch origin {
      case .middle: "the screen's middle"
      case .topLeft: "the top-left corner"
      case .bottomLeft: "the bottom-left corner"
      }
    let reason =
      isOriginDetected ? origin == .middle ? " (targets have both signs)" : " (no target is negative)" : ""
    return "from \(place)\(reason), y \(yName)\(isDirectionOpen ? " as assumed" : "")"
  }
}

/// Coordinates of the points of a table without poses, and their conversion to points of the screen.
struct TablePoints: Equatable {
  var axes = ScreenAxes()
  /// The screen's size in the table's unit; nil if the unit is the screen's points.
  var size: Vector2?

  /// A point of the table in points of a screen.
  func onScreen(_ point: Vector2, _ screen: Vector2) -> Vector2 {
    // Without a conversion the numbers stay as they are, to the last bit.
    if axes.origin == .topLeft, !axes.growsUpwards { return size.map { point / $0 * screen } ?? point }
    let size = size ?? screen
    let middle = axes.fromMiddle(point, size: size) / size * screen
    return SIMD2(screen.x / 2 + middle.x, screen.y / 2 - middle.y)
  }
}
