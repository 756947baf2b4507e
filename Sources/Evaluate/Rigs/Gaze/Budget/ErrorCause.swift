import Calibrate
import GazeMetrics
import GazeRecording
import GazeTesting

/// A part of the pointer's error that has one cause, in the order in which the causes are fitted.
enum ErrorCause: String, Codable, CaseIterable {
  /// Offset and gain of each person, the same in all sessions.
  case person
  /// Offset of a session, beyond the person's.
  case session
  /// The pointer is still on its way.
  case lag
  /// Changes over the screen that no offset and gain describe.
  case screen
  /// Slow changes during a take.
  case drift
  /// Changes within a fixation.
  case jitter
  /// Changes from one fixation to the next that nothing above explains.
  case residual

  /// Place in the order of the causes.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A change that an app can make, and the pointer's error with it.
struct Remedy: Encodable, Equatable {
  /// The change in a few words.
  var name: String
  /// Median pointer error with the change, mean over people, points; nil if it is not known.
  @ExplicitNull var errorPointsMedian: Double? = nil
  /// The same without the change, if the change was tried in other scenarios than those of the causes; nil if the
  /// median of all is meant.
  var errorPointsBefore: Double?
  /// Relative change of the error: -0.5 is half.
  @ExplicitNull var change: Double? = nil
  /// 95 % interval of the change over people; nil with too few people.
  @ExplicitNull var ci95: ConfidenceInterval? = nil
  /// Reason for which nothing changes or nothing is known; nil without one.
  var reason: String?

  /// Relative change below which a remedy changes nothing that anybody notices.
  static let least = 0.02

  /// True if the error becomes smaller as far as these people tell.
  var helps: Bool {
    guard let change, change < -Self.least else { return false }
    return ci95.map { $0.upper < 0 } ?? true
  }

  /// True if the pipeline gave the very same figures, as one that ignores the points does.
  var isUnused: Bool { reason == Self.unused }

  static let unused = "the pipeline does not use them"

  /// True if the error changes less than anybody notices.
  var isNothing: Bool { change.map { abs($0) <= Self.least } ?? false }
}
