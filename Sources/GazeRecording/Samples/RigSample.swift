/// One line of a recording: a time, a participant, and the fields that the sample lists.
///
/// A rig lists its fields once; JSON Lines, NumPy and CSV follow from that. The rigs are this package's own: `FieldList` takes
/// fields from no other.
public protocol RigSample: Sendable, Equatable {
  /// What anybody may see: a fit takes these, so it cannot read the truth.
  associatedtype Observation: Sendable
  /// What must hold from sample to sample, beside the order of time; nothing unless a rig says more.
  associatedtype Order: SampleOrder = AnyOrder<Self> where Order.Sample == Self

  /// The rig's name, as in the header.
  static var rig: String { get }

  /// Seconds.
  var time: Double { get }
  /// Whose, 0-based within the recording.
  var participant: Int { get }
  /// A simulator's truth is there.
  var hasTruth: Bool { get }
  /// All but the truth.
  var observation: Observation { get }

  /// A sample of which no field is known.
  init(time: Double, participant: Int)
  /// Lists its fields besides `t` and `participant`, each with the value that holds it, in the order of the files.
  ///
  /// A value that is worked out, such as a truth's part, goes through a variable that is set before and taken back after.
  mutating func fields(_ list: inout FieldList)
  /// Refuses what no single field shows; asked after a sample was read, and before one is written.
  ///
  /// - Throws: `SampleError` naming the field: an attitude that is missing while the headphones are connected.
  func check() throws(SampleError)
}

extension RigSample {
  /// Refuses nothing.
  public func check() throws(SampleError) {}
}

/// What is wrong with a sample's numbers.
public struct SampleError: Error, Sendable, Equatable, CustomStringConvertible {
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

/// Limits of every sample.
enum SampleLimits {
  /// Numbers of a participant.
  static let participants = 0...100_000
  /// Largest time where durations matter, seconds: no clock of a phone shows more than 30 years.
  static let time = 1e11
}
