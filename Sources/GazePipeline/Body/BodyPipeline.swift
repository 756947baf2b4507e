/// A pipeline from a body's skeleton to the circles drawn over the camera's picture: a value type with one mutating
/// step.
///
/// An app's own pipeline conforms to this protocol; `BodyTrial` in the module Evaluate evaluates any conforming
/// pipeline. A step must not allocate and must not trap on any skeleton. A step cannot return a non-finite number,
/// because its result type, `BodyOverlay`, excludes them.
public protocol BodyPipeline: Sendable {
  /// Processes a skeleton, which may contain any values.
  mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay
}
