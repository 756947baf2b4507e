/// Check of each sample of a recording against the previous ones: for example, a stroke begins before it moves, and it
/// ends. Readers apply the check if `ordered` is true.
public protocol SampleOrder: Sendable {
  /// Type of the samples.
  associatedtype Sample

  /// A check before the first sample.
  init()
  /// Takes in a sample.
  ///
  /// - Throws: `SampleError` that names the field, if the sample cannot follow the previous samples.
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
