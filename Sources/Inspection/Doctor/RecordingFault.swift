package import Documents
import GazeRecording
import GazeSimulation
private import PortableFoundation

/// A fault that the doctor found in a recording while the recording was judged or fitted to: results that rest on this
/// recording are wrong. `gazesim doctor` gives the evidence.
package struct RecordingFault: Sendable, Equatable, Codable {
  /// Use of a recording.
  package enum Use: Sendable {
    /// Its people are judged.
    case judging
    /// A calibration is fitted to its fixations.
    case calibrating
  }

  /// Path of the recording as given.
  var recording: String
  /// The fault.
  var fault: DoctorFault
  /// The fault in a few words.
  var title: String
  /// The fault in a sentence.
  var sentence: String
  /// Advice on the necessary change.
  var advice: String
}

extension RecordingFault {
  /// `a recording looks wrong (x mirrored)`, the start of a conclusion that rests on these recordings; nil if all are
  /// without faults.
  package static func conclusion(_ faults: [RecordingFault]) -> String? {
    switch Set(faults.map(\.recording)).count {
    case 0: nil
    case 1: "a recording looks wrong (\(faults.map(\.title).joined(separator: ", ")))"
    case let count: "\(count) recordings look wrong"
    }
  }

  /// The command that shows why the first of these recordings looks wrong; none if standard input is that recording,
  /// which cannot be read again.
  package static func doctor(_ faults: [RecordingFault]?) -> [Invocation] {
    guard let path = faults?.first?.recording, path != "-" else { return [] }
    return [Invocation(["doctor", path])]
  }

  /// A remark on each recording that has faults, in the order of the recordings:
  /// `take.jsonl looks wrong: x mirrored; 'gazesim doctor take.jsonl' shows why`.
  package static func remarks(_ faults: [RecordingFault]) -> [String] {
    var paths: [String] = []
    for fault in faults where !paths.contains(fault.recording) { paths.append(fault.recording) }
    return paths.map { path in
      let titles = faults.filter { $0.recording == path }.map(\.title).joined(separator: ", ")
      // Standard input cannot be read again.
      guard path != "-" else { return "standard input looks wrong: \(titles)" }
      return "\(path) looks wrong: \(titles); 'gazesim doctor \(path)' shows why"
    }
  }
}

extension Doctor {
  /// The faults that make results of this use wrong. A single distance is one for a calibration only, since it leaves
  /// the errors of the judged pipeline as they are; scenarios that a device is not fitted to need no more than one.
  package mutating func faults(_ use: RecordingFault.Use) -> [RecordingFault] {
    let needsDistances =
      use == .calibrating && !["personal", "validation", "pursuit", "stress"].contains(header.scenario)
    return report().findings.filter { $0.severity == .fault || needsDistances && $0.fault == .oneDistance }.map {
      RecordingFault(
        recording: path, fault: $0.fault, title: $0.fault.title, sentence: $0.sentence, advice: $0.advice)
    }
  }
}

/// Collects the faults that the doctor finds while recordings are read, so that a command can report them.
package final class FoundFaults: Sendable {
  private let lock = Lock()
  // `found` is accessed only while the lock is held.
  private nonisolated(unsafe) var found: [RecordingFault] = []

  package init() {}

  /// The faults in the order of the recordings.
  package var all: [RecordingFault] { lock.withLock { found } }

  package func add(_ faults: [RecordingFault]) { lock.withLock { found += faults } }
}
