import GazeRecording
public import PortableFoundation

/// Reason why recordings cannot be judged.
public enum RecordingCheckError: Error, Sendable, Equatable {
  /// No recording was given.
  case noRecordings
  /// A recording of another device than the check's.
  case otherDevice(path: String, found: String, expected: String)
  /// No recording has a frame.
  case noFrames(path: String)
  /// A recording that is given twice, whose people would count twice.
  case givenTwice(path: String, other: String)
  /// No frame shows a target, so that there is nothing with which a pointer could be compared.
  case noTargets(path: String)
  /// Some recordings hold a simulator's truth and some do not.
  case mixedTruth(path: String)
  /// A metric that needs the true gaze, which no phone knows.
  ///
  /// - Parameter counterpart: the same metric relative to the shown target, if there is one.
  case needsTruth(metric: String, counterpart: String?)
}

extension RecordingCheckError: CustomStringConvertible {
  /// The fault and the remedy, in a sentence.
  public var description: String {
    switch self {
    case .noRecordings: "there is no recording, so nothing would be judged; give the path of at least one"
    case .otherDevice(let path, let found, let expected):
      "\(path): is of the device \"\(TerminalText.line(found.prefix(64)))\", not of \"\(expected)\"; its screen and "
        + "camera differ, so give each device a check of its own"
    case .givenTwice(let path, let other): "\(path): is the same recording as \(other); give it once"
    case .noFrames(let path): "\(path): holds no frames; there is nothing to judge"
    case .noTargets(let path):
      "\(path): no frame shows a target, so the pointer cannot be compared with anything; show targets while you "
        + "record, as CalibrationProtocol does, and put each frame's target into the recording"
    case .mixedTruth(let path):
      "\(path): some of the recordings hold the true gaze, some do not; judge them separately"
    case .needsTruth(let metric, let counterpart):
      "\(metric) needs the true gaze, which a phone's recording does not hold; "
        + (counterpart.map { "set a limit on \($0), the same figure relative to the shown target" }
          ?? "leave the limit out, or judge it on simulated people")
    }
  }
}

extension RecordingCheckError: LocalizedError {
  /// The sentence, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }
}
