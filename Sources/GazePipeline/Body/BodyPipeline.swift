/// A pipeline from a body's skeleton to the circles drawn over the camera's picture: a value type with one mutating
/// step.
///
/// An app's own pipeline takes part by conforming; `BodyTrial` in the module Evaluate evaluates any of them. A step
/// must not allocate and must not trap on any skeleton. The type of its result excludes non-finite numbers.
public protocol BodyPipeline: Sendable {
  /// Processes a skeleton, which may contain any values.
  mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay
}
