/// One line of a recording: gaze's `RecordedFrame`, or a `RigSample`.
public protocol RecordedSample: Sendable, Equatable {
  /// The rig's name, as in the header.
  static var rig: String { get }
  /// How it stands in the formats; a `RigSample` has it from its fields.
  static var coding: SampleCoding<Self> { get }

  /// Seconds.
  var time: Double { get }
  /// Whose, 0-based within the recording.
  var participant: Int { get }
  /// A simulator's truth is there.
  var hasTruth: Bool { get }
}

/// How a kind of sample stands in JSON Lines, NumPy and CSV; made by this module alone.
public struct SampleCoding<Sample: RecordedSample>: Sendable {
  let codec: any SampleCodec<Sample>

  init(_ codec: any SampleCodec<Sample>) { self.codec = codec }
}

/// What every sample holds to.
enum SampleLimits {
  /// Numbers of a participant.
  static let participants = 0...100_000
  /// Largest time where durations matter, seconds: no clock of a phone shows more than 30 years.
  static let time = 1e11
}
