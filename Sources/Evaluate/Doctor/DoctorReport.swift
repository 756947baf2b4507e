package import GazeRecording

/// What `gazesim doctor` has to say of a recording: `"schema":"gazesim.doctor"`.
package struct DoctorReport: Sendable, Equatable, Codable {
  /// A number that a statement rests on.
  package struct Figure: Sendable, Equatable, Codable {
    /// Of what.
    package var name: String
    /// How much.
    package var value: Double
    /// In what; `1` for a plain number.
    package var unit: String

    init(_ name: String, _ value: Double, _ unit: String = "1") {
      self.name = name
      // A number that is none would be no JSON.
      self.value = value.isFinite ? value : 0
      self.unit = unit
    }
  }

  /// How much it matters.
  package enum Severity: String, Sendable, Codable {
    /// Figures made with this recording are wrong.
    case fault
    /// They say less than they could.
    case warning
    /// Worth knowing.
    case note
  }

  /// Something that is wrong.
  package struct Finding: Sendable, Equatable, Codable {
    /// Which.
    package var fault: DoctorFault
    /// What is wrong, in a sentence.
    package var sentence: String
    /// The numbers that say so.
    package var evidence: [Figure]
    /// What to change.
    package var advice: String
    /// How much it matters.
    package var severity: Severity

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
  package struct Check: Sendable, Equatable, Codable {
    /// What.
    package var what: String
    /// What there was to see, in a sentence.
    package var sentence: String
    /// The numbers.
    package var evidence: [Figure]

    init(_ what: String, _ sentence: String, _ evidence: [Figure] = []) {
      self.what = what
      self.sentence = sentence
      self.evidence = evidence
    }
  }

  /// Always `gazesim.doctor`.
  package var schema = "gazesim.doctor"
  /// Version of this layout.
  package var version = 1
  /// The recording, as it was named.
  package var recording: String
  /// The device's identifier.
  package var device: String
  /// Recorded or simulated.
  package var source: RecordingHeader.Source
  /// The header's scenario.
  package var scenario: String
  /// People with frames.
  package var people = 0
  /// Their sessions: one each.
  package var sessions = 0
  /// Frames.
  package var frames = 0
  /// Looks at targets that could be used.
  package var looks = 0
  /// What is wrong, the gravest first; empty where nothing was found.
  package var findings: [Finding] = []
  /// What was looked at and found in order, or could not be judged.
  package var checked: [Check] = []

  /// The faults, by name; warnings and notes are none.
  package var named: Set<DoctorFault> { Set(findings.filter { $0.severity == .fault }.map(\.fault)) }
}
