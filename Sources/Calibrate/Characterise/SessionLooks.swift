import GazePipeline

/// One take's fixations of targets by one person, for a fit over several takes (`SessionFit`).
package struct SessionFixations {
  /// Number of the session, equal in all takes of one session of the person.
  package var session: Int
  /// In the order of time.
  var fixations: [TargetFixation]

  /// Longest time between two fixations of one visit, seconds: longer than a pose takes, shorter than the shortest
  /// stretch of reading in `CalibrationPlan.drift`.
  static let pause = 30.0

  /// Number of visits: runs of fixations without a long pause.
  package var visits: Int {
    fixations.isEmpty
      ? 0 : 1 + zip(fixations, fixations.dropFirst()).count { !(0...Self.pause).contains($1.time - $0.time) }
  }
}

/// Means over one fixation of a target: what a `ResponseModel` needs of a window.
struct TargetFixation {
  /// Middle of the fixation, seconds.
  var time: Double
  /// Direction from the cyclopean eye to the target, face frame, (yaw, pitch), radians.
  var expected: Vector2
  /// Reported direction, face frame, (yaw, pitch), radians.
  var reported: Vector2
  /// Quantities that place, head and camera determine.
  var geometry: FixationWindow.Geometry

  /// The means of a window; nil for a window without a target or with a value that is not finite.
  init?(_ window: FixationWindow) {
    guard let geometry = window.geometry else { return nil }
    (time, expected, reported) = (window.time, window.mean(\.expected), window.mean(\.reported))
    self.geometry = geometry
    let pairs = [
      expected, reported, geometry.head, geometry.byDistance, geometry.byCameraX, geometry.byCameraY, geometry.jump,
    ]
    guard time.isFinite, pairs.allSatisfy(\.isFinite) else { return nil }
  }

  /// One value for each fixation: that of its first window.
  static func first(of windows: [FixationWindow]) -> [TargetFixation] {
    var last = -1
    return windows.compactMap { window in
      guard window.geometry != nil, window.look != last else { return nil }
      last = window.look
      return TargetFixation(window)
    }
  }
}
