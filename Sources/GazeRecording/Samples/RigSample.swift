/// One line of a recording of head, body or drag: a time, a participant, and fields of numbers that `fields` lists.
///
/// A rig lists its fields once; JSON Lines, NumPy and CSV follow from that. `values` are the fields' numbers in their
/// order, all in one row; what is not known is NaN.
public protocol RigSample: RecordedSample {
  /// What anybody may see: a fit takes these, so it cannot read the truth.
  associatedtype Observation: Sendable
  /// What must hold from sample to sample, beside the order of time; nothing unless a rig says more.
  associatedtype Order: SampleOrder = AnyOrder<Self> where Order.Sample == Self

  /// Besides `t` and `participant`.
  static var fields: [SampleField] { get }

  /// All but the truth.
  var observation: Observation { get }

  /// A sample from its numbers; `values` has one place for each number of `fields`.
  ///
  /// - Throws: `SampleFault` naming the field where the numbers are none of this rig's: a quaternion of zeros.
  init(time: Double, participant: Int, values: [Double]) throws(SampleFault)
  /// Writes its numbers over `values`, which has one place for each.
  func write(to values: inout [Double])
}

/// What is wrong with a sample's numbers.
public struct SampleFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The field's key.
  public var field: String
  /// What was found and what was expected.
  public var message: String

  /// A fault from its parts.
  public init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }

  /// One line.
  public var description: String { "\(field): \(message)" }
}
