internal import GazePipeline

/// Checks that lids are open, closed or between, on which everything that works with blinks relies.
public struct LidOrder: SampleOrder {
  /// Range of a lid's closure, with room for rounding.
  private static let lids: ClosedRange<Float> = -0.01...1.01

  /// Nothing to remember.
  public init() {}

  /// Takes a frame in.
  ///
  /// - Throws: `SampleError` for a lid that is neither open nor closed nor between.
  public func check(_ sample: RecordedFrame) throws(SampleError) {
    let blink = sample.observation.frame.blink
    for lid in [blink.x, blink.y] where lid < Self.lids.lowerBound || lid > Self.lids.upperBound {
      throw SampleError("blink", "is \(lid); expected 0 (open) to 1 (closed)")
    }
  }

  /// Nothing is missed.
  public func finish() {}
}
