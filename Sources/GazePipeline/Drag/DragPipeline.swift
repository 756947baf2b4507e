/// Phase of a finger's stroke.
public enum DragPhase: String, Sendable, CaseIterable {
  /// The finger has touched the screen.
  case began
  /// The finger is down and may have moved.
  case moved
  /// The finger has been lifted.
  case ended
  /// The system has cancelled the stroke, which has no further effect.
  case cancelled
}

/// A touch, or a display frame without a touch.
public struct DragTouch: Sendable, Equatable {
  /// Seconds.
  public var time: Double
  /// Phase of the touch; nil if there is no touch and the display requests a frame.
  public var phase: DragPhase?
  /// Position in screen points from the top-left corner; meaningless without a touch.
  public var location: SIMD2<Double>

  /// A touch from its parts.
  public init(time: Double, phase: DragPhase?, location: SIMD2<Double> = .zero) {
    self.time = time
    self.phase = phase
    self.location = location
  }

  /// Largest coordinate that is accepted as a place on or near a screen, points.
  package static let reach = 1e6

  /// True if the location is usable.
  package var hasPlace: Bool { abs(location.x) <= Self.reach && abs(location.y) <= Self.reach }
}

/// A pipeline from touches to the pose of a 360° picture's camera: a value type with one mutating step.
///
/// A step must not allocate, must not trap on any touch and must never return a non-finite number. Input that no app
/// should send has a safe meaning: a location that is not finite (or beyond a million points) counts as no movement of
/// the finger; a movement without a beginning begins a stroke; an end without a beginning does nothing; a beginning
/// within a stroke begins the next stroke; a stroke that never ends holds the camera.
public protocol DragPipeline: Sendable {
  /// Current pose of the camera.
  var pose: CameraPose { get }
  /// Processes a touch or a frame.
  @discardableResult mutating func step(_ touch: DragTouch) -> CameraPose
}
