/// What a pipeline makes of one frame.
public struct PointerOutput: Sendable, Equatable {
  /// The pointer in screen points, smoothed; nil before there ever was one. It may lie off the screen.
  public var pointer: SIMD2<Double>?
  /// The pointer before smoothing; nil where this frame gave none (lost face, no hit): `pointer` then holds still.
  public var rawPointer: SIMD2<Double>?
  /// What the page is asked to do.
  public var scroll: ScrollCommand

  /// An output from its parts.
  public init(pointer: SIMD2<Double>?, rawPointer: SIMD2<Double>?, scroll: ScrollCommand = .none) {
    self.pointer = pointer
    self.rawPointer = rawPointer
    self.scroll = scroll
  }
}

/// From face frames to a pointer and scroll commands: a value with one mutating step.
///
/// The same code runs in an app, in replay, in the simulator and inside a fit. An app's own pipeline joins by
/// conforming. A step must not allocate, must not trap on any frame, and must never give a non-finite number.
public protocol PointerPipeline: Sendable {
  /// Takes one frame in. `frame` may hold anything, also NaN.
  mutating func step(_ frame: FaceFrame) -> PointerOutput
}
