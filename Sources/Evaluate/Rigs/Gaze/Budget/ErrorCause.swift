/// A part of the pointer's error that has one cause, in the order in which the causes are fitted.
package enum ErrorCause: String, Sendable, Codable, CaseIterable {
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

  /// The cause in a sentence: `the person's offset`.
  func noun(isJoined: Bool) -> String {
    switch self {
    case .person: isJoined ? "the offset of person and session" : "the person's offset"
    case .session: "the session's offset"
    case .lag: "the lag"
    case .screen: "the place on the screen"
    case .drift: "drift"
    case .jitter: "jitter"
    case .residual: "what no cause explains"
    }
  }

  /// The cause as the head of a row: `person`.
  func label(isJoined: Bool) -> String { self == .person && isJoined ? "person and session" : rawValue }

  /// The cause's meaning, in a few words.
  func meaning(isJoined: Bool) -> String {
    switch self {
    case .person: isJoined ? "offset and gain of each person's takes" : "offset and gain, in every session"
    case .session: "offset of one session"
    case .lag: "the pointer is on its way"
    case .screen: "differs over the screen"
    case .drift: "slow change in a take, of tracker or pipeline"
    case .jitter: "change within a fixation"
    case .residual: "from fixation to fixation"
    }
  }
}
