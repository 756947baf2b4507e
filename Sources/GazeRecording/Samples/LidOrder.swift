internal import GazePipeline

/// Checks that the closure of the lids is between 0 (open) and 1 (closed), because all computations with blinks rely on
/// this range.
public struct LidOrder: SampleOrder {
  /// Valid range of a lid's closure, with tolerance for rounding.
  private static let lids: ClosedRange<Float> = -0.01...1.01

  /// A check without state.
  public init() {}

  /// Takes in a frame.
  ///
  /// - Throws: `SampleError` for a lid closure out of range.
  public func check(_ sample: RecordedFrame) throws(SampleError) {
    let blink = sample.observation.frame.blink
    for lid in [blink.x, blink.y] where lid < Self.lids.lowerBound || lid > Self.lids.upperBound {
      throw SampleError("blink", "is \(lid); expected 0 (open) to 1 (closed)")
    }
  }

  /// Does nothing.
  public func finish() {}
}
