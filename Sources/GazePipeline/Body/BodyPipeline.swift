/// From a body's skeleton to the circles that are drawn over the camera's picture: a value with one mutating step.
///
/// An app's own pipeline joins by conforming; `BodyTrial` in the module Evaluate judges any. A step must not allocate, must not
/// trap on any skeleton, and the type of its result lets no number out that is not finite.
public protocol BodyPipeline: Sendable {
  /// Takes a skeleton in. It may hold anything.
  mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay
}
