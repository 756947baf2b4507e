package import GazeRecording

/// Report of `gazesim doctor` on a recording: `"schema":"gazesim.doctor"`.
package struct DoctorReport: Sendable, Equatable, Codable {
  /// A number on which a statement is based.
  package struct Figure: Sendable, Equatable, Codable {
    /// Name of the quantity.
    package var name: String
    /// Its value.
    package var value: Double
    /// Its unit; `1` for a plain number.
    package var unit: String

    init(_ name: String, _ value: Double, _ unit: String = "1") {
      self.name = name
      // JSON has no representation for numbers that are not finite.
      self.value = value.isFinite ? value : 0
      self.unit = unit
    }
  }

  /// Severity of a finding.
  package enum Severity: String, Sendable, Codable {
    /// Results computed from this recording are wrong.
    case fault
    /// Results computed from this recording are correct, but less precise than they could be.
    case warning
    /// The finding is information only.
    case note
  }

  /// A fault that was found.
  package struct Finding: Sendable, Equatable, Codable {
    /// The fault.
    package var fault: DoctorFault
    /// Description of the fault in a sentence.
    package var sentence: String
    /// The numbers that show the fault.
    package var evidence: [Figure]
    /// Advice on the necessary change.
    package var advice: String
    /// Severity of the finding.
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

  /// A check without a fault.
  package struct Check: Sendable, Equatable, Codable {
    /// Subject of the check.
    package var what: String
    /// Result of the check, in a sentence.
    package var sentence: String
    /// Numbers of the check.
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
  /// Path of the recording as given.
  package var recording: String
  /// The device's identifier.
  package var device: String
  /// Source of the recording: recorded or simulated.
  package var source: RecordingHeader.Source
  /// The header's scenario.
  package var scenario: String
  /// Number of people with frames.
  package var people = 0
  /// Number of recording sessions: one per person.
  package var sessions = 0
  /// Number of frames.
  package var frames = 0
  /// Number of usable fixations on targets.
  package var looks = 0
  /// The faults found, the most severe first; empty if nothing was found.
  package var findings: [Finding] = []
  /// Checks without a fault, and aspects that could not be judged.
  package var checked: [Check] = []

  /// Faults of the findings of severity `fault`, without those of warnings and notes.
  package var named: Set<DoctorFault> { Set(findings.filter { $0.severity == .fault }.map(\.fault)) }
}
