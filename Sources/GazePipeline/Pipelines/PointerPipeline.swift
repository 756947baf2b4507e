/// Result of a pipeline's step for one frame.
public struct PointerOutput: Sendable, Equatable {
  /// The smoothed pointer in screen points; nil until a frame has given the first pointer. The pointer may lie off the
  /// screen.
  public var pointer: SIMD2<Double>?
  /// The pointer before smoothing; nil if this frame gave no pointer (lost face, no hit). `pointer` then keeps its last
  /// value.
  public var rawPointer: SIMD2<Double>?
  /// The scroll command for the page.
  public var scroll: ScrollCommand

  /// An output from its parts.
  public init(pointer: SIMD2<Double>?, rawPointer: SIMD2<Double>?, scroll: ScrollCommand = .none) {
    self.pointer = pointer
    self.rawPointer = rawPointer
    self.scroll = scroll
  }
}

/// A pipeline from face frames to a pointer and scroll commands: a value type with one mutating step.
///
/// The same code runs in an app, in replay, in the simulator and inside a fit. An app's own pipeline conforms to this
/// protocol. A step must not allocate, must not trap on any frame, and must never return a non-finite number.
public protocol PointerPipeline: Sendable {
  /// Processes one frame. `frame` may contain any values, including NaN.
  mutating func step(_ frame: FaceFrame) -> PointerOutput
}
