/// Where a finger's stroke is.
public enum DragPhase: String, Sendable, CaseIterable {
  /// The finger has come down.
  case began
  /// It is down and may have moved.
  case moved
  /// It has been lifted.
  case ended
  /// The system took the stroke away: nothing follows from it.
  case cancelled
}

/// A touch, or a frame of the display without one.
public struct DragTouch: Sendable, Equatable {
  /// Seconds.
  public var time: Double
  /// nil: no touch, the display asks for a frame.
  public var phase: DragPhase?
  /// Screen points from the top-left corner; anything where there is no touch.
  public var location: SIMD2<Double>

  /// A touch from its parts.
  public init(time: Double, phase: DragPhase?, location: SIMD2<Double> = .zero) {
    self.time = time
    self.phase = phase
    self.location = location
  }

  /// Largest coordinate that is taken for a place on or near a screen, points.
  package static let reach = 1e6

  /// Can anything be made of its location?
  package var hasPlace: Bool { abs(location.x) <= Self.reach && abs(location.y) <= Self.reach }
}

/// From touches to the pose of a 360° picture's camera: a value with one mutating step.
///
/// A step must not allocate, must not trap on any touch and never gives a number that is not finite. What no app should
/// send has a safe meaning: a location that is not finite (or beyond a million points) is as if the finger had not
/// moved; a movement without a beginning begins a stroke; an end without one does nothing; a beginning within a stroke
/// begins the next one; a stroke that never ends holds the camera.
public protocol DragPipeline: Sendable {
  /// Where the camera stands now.
  var pose: CameraPose { get }
  /// Takes a touch or a frame in.
  @discardableResult mutating func step(_ touch: DragTouch) -> CameraPose
}
