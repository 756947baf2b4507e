/// What must hold from sample to sample of a recording: a stroke begins before it moves, and ends. Readers that are asked
/// for order ask it.
public protocol SampleOrder: Sendable {
  associatedtype Sample

  /// No sample yet.
  init()
  /// Takes a sample in.
  ///
  /// - Throws: `SampleFault` naming the field by which it does not follow from those before.
  mutating func check(_ sample: Sample) throws(SampleFault)
  /// After the last sample of a recording that is whole.
  ///
  /// - Throws: `SampleFault` where more should have come.
  func finish() throws(SampleFault)
}

/// Any sample may follow any other.
public struct AnyOrder<Sample>: SampleOrder {
  /// Nothing to remember.
  public init() {}
  /// Nothing is refused.
  public func check(_ sample: Sample) throws(SampleFault) {}
  /// Nothing is missed.
  public func finish() throws(SampleFault) {}
}
