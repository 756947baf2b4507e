/// One line of a recording: a time, a participant, and the fields that the sample lists.
///
/// A rig lists its fields once; JSON Lines, NumPy and CSV follow from that list. Only this package can define
/// rigs: `FieldList` does not accept fields from other packages.
public protocol RigSample: Sendable, Equatable {
  /// The part of a sample without the truth. A fit takes observations, so it cannot read the truth.
  associatedtype Observation: Sendable
  /// Check of each sample against the previous ones, in addition to the order of times; by default nothing is checked.
  associatedtype Check: SampleCheck = AnySampleCheck<Self> where Check.Sample == Self

  /// The rig's name in the header.
  static var rig: String { get }

  /// Seconds.
  var time: Double { get }
  /// Number of the person, 0-based within the recording.
  var participant: Int { get }
  /// True if the sample holds a simulator's truth.
  var hasTruth: Bool { get }
  /// The observation: everything except the truth.
  var observation: Observation { get }

  /// A sample without known fields.
  init(time: Double, participant: Int)
  /// Lists the fields besides `t` and `participant`, each with the value that holds it, in the order of the files.
  ///
  /// A computed value, such as a part of the truth, goes through a variable that is set before the call and read back
  /// after it.
  mutating func fields(_ list: inout FieldList)
  /// Refuses samples with faults that show only when several fields are compared. Called after a sample was read, and
  /// before one is written.
  ///
  /// - Throws: `SampleError` that names the field, for example an attitude that is missing while the headphones are
  ///   connected.
  func check() throws(SampleError)
}

extension RigSample {
  /// Refuses nothing.
  public func check() throws(SampleError) {}
}

/// Fault of a sample's numbers.
public struct SampleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The field's key.
  public var field: String
  /// Message that states what was found and what was expected.
  public var message: String

  /// A fault from its parts.
  public init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }

  /// The fault in one line.
  public var description: String { "\(field): \(message)" }
}

/// Limits that hold for every sample.
package enum SampleLimits {
  /// Valid numbers of a participant.
  static let participants = 0...100_000

  /// A participant's number that was read; nil for a number that is not whole.
  static func participant(_ number: Int?) throws(LineFault) -> Int {
    guard let number, participants.contains(number) else {
      let range = "\(participants.lowerBound) to \(participants.upperBound)"
      throw LineFault(field: "participant", message: "expected a whole number from \(range)")
    }
    return number
  }

  /// Largest time in computations with durations, seconds; no clock of a phone shows more than 30 years.
  package static let time = 1e11
  /// `time` in the words of the errors that refuse a larger one.
  static let times = "at most 1e11 from 0"
}

/// Check of each sample of a recording against the previous ones: for example, a stroke begins before it moves, and it
/// ends. Readers apply the check if `ordered` is true.
public protocol SampleCheck: Sendable {
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
public struct AnySampleCheck<Sample>: SampleCheck {
  /// A check without state.
  public init() {}
  /// Refuses nothing.
  public func check(_ sample: Sample) throws(SampleError) {}
  /// Does nothing.
  public func finish() throws(SampleError) {}
}
