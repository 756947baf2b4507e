/// What must hold from sample to sample of a recording: a stroke begins before it moves, and ends. Readers that are asked
/// for order ask it.
public protocol SampleOrder: Sendable {
  associatedtype Sample

  /// No sample yet.
  init()
  /// Takes a sample in.
  ///
  /// - Throws: `SampleError` naming the field by which it does not follow from those before.
  mutating func check(_ sample: Sample) throws(SampleError)
  /// After the last sample of a recording that is whole.
  ///
  /// - Throws: `SampleError` where more should have come.
  func finish() throws(SampleError)
}

/// Any sample may follow any other.
public struct AnyOrder<Sample>: SampleOrder {
  /// Nothing to remember.
  public init() {}
  /// Nothing is refused.
  public func check(_ sample: Sample) throws(SampleError) {}
  /// Nothing is missed.
  public func finish() throws(SampleError) {}
}
