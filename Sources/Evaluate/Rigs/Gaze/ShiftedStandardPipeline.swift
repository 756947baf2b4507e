import GazePipeline

/// The pipeline `standard` with a constant added to its pointer, as if the person had been calibrated again: its scroll
/// trigger sees the moved pointer.
///
/// Every smoothing moves a constant unchanged, so that the constant may be added after it.
struct ShiftedStandardPipeline: PointerPipeline, Sendable {
  private var base: StandardPipeline
  private let shift: SIMD2<Double>
  private var trigger: ScrollTrigger

  /// - Parameter shift: the constant, points.
  init(_ base: StandardPipeline, by shift: SIMD2<Double>, trigger: ScrollTrigger.Settings) {
    self.base = base
    self.shift = shift
    self.trigger = ScrollTrigger(trigger)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput { step(frame, AppContext()) }

  mutating func step(_ frame: FaceFrame, _ app: AppContext) -> PointerOutput {
    var output = base.step(frame, app)
    output.pointer = output.pointer.map { $0 + shift }
    output.rawPointer = output.rawPointer.map { $0 + shift }
    output.scroll = trigger.step(
      pointer: output.rawPointer == nil ? nil : output.pointer, window: base.geometry.points, at: frame.time,
      face: frame)
    output.armed = trigger.armed
    return output
  }
}
