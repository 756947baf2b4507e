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
  /// Direction in which a sign would scroll now, so that an app can mark the armed zone (`ScrollTrigger.armed`); `none`
  /// with a rule that needs no sign.
  public var armed: ScrollDirection
  /// The cyclopean eye in the camera's frame, metres, by the poses of the frame; zero if an eye is lost, and from every
  /// pipeline but `StandardPipeline`. To compute it is half of a step, which a measurement need not repeat.
  package var eye = SIMD3<Double>.zero

  /// An output from its parts.
  public init(
    pointer: SIMD2<Double>?, rawPointer: SIMD2<Double>?, scroll: ScrollCommand = .none, armed: ScrollDirection = .none
  ) {
    self.pointer = pointer
    self.rawPointer = rawPointer
    self.scroll = scroll
    self.armed = armed
  }
}

/// A pipeline from face frames to a pointer and scroll commands: normally a value type with one mutating step.
///
/// The same code runs in an app, in replay, in the simulator and inside a fit. An app's own pipeline conforms to this
/// protocol. A step must not trap on any frame, must never return a non-finite number, and should not allocate.
///
/// A pipeline need not be `Sendable`: it may be a class, or hold one, such as a Core ML model. A test makes a new
/// pipeline for each person and runs it on the thread that called the test; a class must therefore return a new
/// instance each time, with the state of its beginning. The library's own pipelines are `Sendable` values.
public protocol PointerPipeline {
  /// Processes one frame. `frame` may contain any values, including NaN.
  mutating func step(_ frame: FaceFrame) -> PointerOutput
  /// Processes one frame together with the state of the app: its page, taps and dots. The default ignores that state.
  mutating func step(_ frame: FaceFrame, _ app: AppContext) -> PointerOutput
}

extension PointerPipeline {
  /// Processes the frame alone.
  public mutating func step(_ frame: FaceFrame, _ app: AppContext) -> PointerOutput { step(frame) }
}
