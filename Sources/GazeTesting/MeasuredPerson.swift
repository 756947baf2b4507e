public import GazeRecording

/// One person's results in any rig, and the metrics that are computed from the results of several people.
public protocol MeasuredPerson: Sendable, Equatable {
  /// The participant's number.
  var participant: Int { get }
  /// True if the sensor fails for this person. Such people are reported separately and count in no metric over the
  /// other people.
  var isFailing: Bool { get set }
  /// Number of samples.
  var frames: Int { get }
  /// Time from the first to the last sample, seconds.
  var seconds: Double { get }
  /// Adds another scenario of the same person.
  mutating func merge(_ other: Self)
  /// Adds what the header of a simulated recording states about the person.
  mutating func complete(_ truth: RecordingHeader.Truth.Person)
  /// All metrics, in the order of the report.
  static var metrics: [PeopleMetric<Self>] { get }
}

extension MeasuredPerson {
  /// Sets `isFailing` from the header.
  public mutating func complete(_ truth: RecordingHeader.Truth.Person) { isFailing = truth.failing }
}
