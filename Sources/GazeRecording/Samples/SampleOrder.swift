/// Check from sample to sample of a recording: for example, a stroke begins before it moves, and ends. Readers apply it
/// if order is requested.
public protocol SampleOrder: Sendable {
  associatedtype Sample

  /// No sample yet.
  init()
  /// Takes in a sample.
  ///
  /// - Throws: `SampleError` that names the field, if the sample cannot follow those before.
  mutating func check(_ sample: Sample) throws(SampleError)
  /// Finishes the check after the last sample of a complete recording.
  ///
  /// - Throws: `SampleError` if more samples should have come.
  func finish() throws(SampleError)
}

/// Check that allows any sample after any other.
public struct AnyOrder<Sample>: SampleOrder {
  /// A check without state.
  public init() {}
  /// Refuses nothing.
  public func check(_ sample: Sample) throws(SampleError) {}
  /// Does nothing.
  public func finish() throws(SampleError) {}
}
