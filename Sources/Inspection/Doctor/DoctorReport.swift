import Documents
import GazeRecording

/// Report of `gazesim doctor` on a recording: `"schema":"gazesim.doctor"`.
package struct DoctorReport: Sendable, Encodable {
  /// A number on which a statement is based.
  struct Figure: Sendable, Encodable {
    /// Name of the quantity.
    var name: String
    /// Its value.
    var value: Double
    /// Its unit; `1` for a plain number.
    var unit: String
  }

  /// Numbers with their names: `["frames": 300, "width [mm]": 57.6]`; one without a unit in brackets is a plain number.
  struct Numbers: ExpressibleByDictionaryLiteral {
    private(set) var figures: [Figure]

    init(dictionaryLiteral elements: (String, any Number)...) {
      figures = elements.map { element in
        let parts = element.0.split(separator: " [")
        let value = element.1.number
        // JSON has no representation for numbers that are not finite.
        let unit = parts.count > 1 ? String(parts[1].dropLast()) : "1"
        return Figure(name: String(parts[0]), value: value.isFinite ? value : 0, unit: unit)
      }
    }

    static func += (numbers: inout Numbers, more: Numbers) { numbers.figures += more.figures }
  }

  /// Severity of a finding.
  enum Severity: String, Sendable, Encodable {
    /// Results computed from this recording are wrong.
    case fault
    /// Results computed from this recording are correct, but less precise than they could be.
    case warning
    /// The finding is information only.
    case note
  }

  /// A fault that was found.
  struct Finding: Sendable, Encodable {
    /// The fault.
    var fault: DoctorFault
    /// Description of the fault in a sentence.
    var sentence: String
    /// The numbers that show the fault.
    var evidence: [Figure]
    /// Advice on the necessary change.
    var advice: String
    /// Severity of the finding.
    var severity: Severity

    init(
      _ fault: DoctorFault, _ sentence: String, _ numbers: Numbers, severity: Severity = .fault, advice: String? = nil
    ) {
      (self.fault, self.sentence, self.severity) = (fault, sentence, severity)
      evidence = numbers.figures
      self.advice = advice ?? fault.advice
    }
  }

  /// A check without a fault.
  struct Check: Sendable, Encodable {
    /// Subject of the check.
    var what: String
    /// Result of the check, in a sentence.
    var sentence: String
    /// Numbers of the check.
    var evidence: [Figure]

    init(_ what: String, _ sentence: String, _ numbers: Numbers = [:]) {
      (self.what, self.sentence) = (what, sentence)
      evidence = numbers.figures
    }
  }

  /// Always `gazesim.doctor`.
  var schema = "gazesim.doctor"
  /// Version of this layout.
  var version = 1
  /// Path of the recording as given.
  var recording: String
  /// The device's identifier.
  var device: String
  /// Source of the recording: recorded or simulated.
  var source: RecordingHeader.Source
  /// The header's scenario.
  var scenario: String
  /// Number of people with frames.
  var people = 0
  /// Number of recording sessions: one per person.
  var sessions = 0
  /// Number of frames.
  package var frames = 0
  /// Number of usable fixations on targets.
  var looks = 0
  /// The faults found, the most severe first; empty if nothing was found.
  var findings: [Finding] = []
  /// Checks without a fault, and aspects that could not be judged.
  var checked: [Check] = []

  /// Faults of the findings of severity `fault`, without those of warnings and notes.
  var named: Set<DoctorFault> { Set(findings.filter { $0.severity == .fault }.map(\.fault)) }
}

/// A number of a statement's evidence: a count or a measure.
protocol Number { var number: Double { get } }

extension Int: Number { var number: Double { Double(self) } }

extension Double: Number { var number: Double { self } }
