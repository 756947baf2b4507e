public import GazeRecording

/// What `gazesim doctor` has to say of a recording: `"schema":"gazesim.doctor"`.
public struct DoctorReport: Sendable, Equatable, Codable {
  /// A number that a statement rests on.
  public struct Figure: Sendable, Equatable, Codable {
    /// Of what.
    public var name: String
    /// How much.
    public var value: Double
    /// In what; `1` for a plain number.
    public var unit: String

    init(_ name: String, _ value: Double, _ unit: String = "1") {
      self.name = name
      // A number that is none would be no JSON.
      self.value = value.isFinite ? value : 0
      self.unit = unit
    }
  }

  /// How much it matters.
  public enum Severity: String, Sendable, Codable {
    /// Figures made with this recording are wrong.
    case fault
    /// They say less than they could.
    case warning
    /// Worth knowing.
    case note
  }

  /// Something that is wrong.
  public struct Finding: Sendable, Equatable, Codable {
    /// Which.
    public var fault: DoctorFault
    /// What is wrong, in a sentence.
    public var sentence: String
    /// The numbers that say so.
    public var evidence: [Figure]
    /// What to change.
    public var advice: String
    /// How much it matters.
    public var severity: Severity

    init(
      _ fault: DoctorFault, _ sentence: String, _ evidence: [Figure], severity: Severity = .fault, advice: String? = nil
    ) {
      self.fault = fault
      self.sentence = sentence
      self.evidence = evidence
      self.advice = advice ?? fault.advice
      self.severity = severity
    }
  }

  /// Something that was looked at.
  public struct Check: Sendable, Equatable, Codable {
    /// What.
    public var what: String
    /// What there was to see, in a sentence.
    public var sentence: String
    /// The numbers.
    public var evidence: [Figure]

    init(_ what: String, _ sentence: String, _ evidence: [Figure] = []) {
      self.what = what
      self.sentence = sentence
      self.evidence = evidence
    }
  }

  /// Always `gazesim.doctor`.
  public var schema = "gazesim.doctor"
  /// Version of this layout.
  public var version = 1
  /// The recording, as it was named.
  public var recording: String
  /// The device's identifier.
  public var device: String
  /// Recorded or simulated.
  public var source: RecordingHeader.Source
  /// The header's scenario.
  public var scenario: String
  /// People with frames.
  public var people = 0
  /// Their sessions: one each.
  public var sessions = 0
  /// Frames.
  public var frames = 0
  /// Looks at targets that could be used.
  public var looks = 0
  /// What is wrong, the gravest first; empty where nothing was found.
  public var findings: [Finding] = []
  /// What was looked at and found in order, or could not be judged.
  public var checked: [Check] = []

  /// The faults, by name; warnings and notes are none.
  package var named: Set<DoctorFault> { Set(findings.filter { $0.severity == .fault }.map(\.fault)) }
}
