import GazePipeline

/// Identity of the people in recordings that are read together: how many people and sessions the recordings hold, and
/// the number of each person in the report.
///
/// Participants of one file are different people. Two files hold the same people
/// - if their headers have an equal `person`: participant 0 of both files is one person, participant 1 of both files is
///   another;
/// - if neither header has a `person` and both files were simulated from an equal `seed`, which determines the people.
///
/// All other participants are different people: apart from an equal `seed`, a file without `person` holds people who
/// are in no other file. A session belongs to one person: equal `session` identifiers of one person mean one session; a
/// file without a session identifier is a session of its own.
///
/// A person gets the participant's number if no other person has this number yet, else the next number after the
/// highest one in use.
public struct RecordedPeople: Sendable {
  /// A person in the recordings.
  public struct Person: Sendable, Equatable, Codable {
    /// The person's number in the report.
    public var participant: Int
    /// The identifier `person` of the header; for participant 1 and above, the participant's number follows it
    /// (`crew/1`). nil if the header has no identifier.
    public var person: String?
    /// Number of sessions.
    public var sessions: Int
    /// Names of the recordings that the person is in, as they were given.
    public var recordings: [String]
  }

  /// Identity of all people of a file together, or of a session; equal in two files that hold the same.
  private enum Identity: Hashable {
    case named(String)
    case drawn(seed: UInt64)
    case recording(Int)
  }

  /// One recording and the numbers of its participants.
  private struct Recording {
    var cast: Identity
    var session: Identity
    /// Number by which a fit distinguishes the session from the person's other sessions.
    var sessionNumber: Int
    var path: String
    var numbers: [Int: Int] = [:]
  }

  private var recordings: [Recording] = []
  /// Numbers in the report, by cast and participant.
  private var numbers: [Identity: [Int: Int]] = [:]
  private var identifiers: [Int: String] = [:]
  private var taken: Set<Int> = []
  private var highest = -1
  /// Numbers of sessions, by cast and session.
  private var sessionNumbers: [Identity: [Identity: Int]] = [:]

  /// An identity of no people, before the first recording.
  public init() {}

  /// Begins another recording; returns its index among the recordings.
  @discardableResult
  public mutating func begin(_ header: RecordingHeader, path: String) -> Int {
    let place = recordings.count
    let cast: Identity = header.person.map { .named($0) } ?? header.seed.map { .drawn(seed: $0) } ?? .recording(place)
    let session: Identity = header.session.map { .named($0.identifier) } ?? .recording(place)
    let number = header.session?.number ?? sessionNumbers[cast]?[session] ?? -1 - place
    sessionNumbers[cast, default: [:]][session] = number
    recordings.append(Recording(cast: cast, session: session, sessionNumber: number, path: path))
    return place
  }

  /// The person's number for a participant of the recording that was begun last.
  public mutating func number(of participant: Int) -> Int {
    guard let place = recordings.indices.last else { return participant }
    if let number = recordings[place].numbers[participant] { return number }
    let cast = recordings[place].cast
    let number = numbers[cast]?[participant] ?? (taken.contains(participant) ? highest + 1 : participant)
    numbers[cast, default: [:]][participant] = number
    if case .named(let person) = cast { identifiers[number] = Self.identifier(person, participant) }
    taken.insert(number)
    highest = max(highest, number)
    recordings[place].numbers[participant] = number
    return number
  }

  /// The person's number for a participant of the recording with this index; nil if `number(of:)` was never called for
  /// the participant.
  public func number(of participant: Int, in recording: Int) -> Int? { recordings[recording].numbers[participant] }

  /// The number of the session of the recording that was begun last. It is the header's number or, without one, a
  /// negative number that no other session of the same people has.
  public var session: Int { recordings.last?.sessionNumber ?? 0 }

  /// The people for whom `number(of:)` was called, sorted by number.
  public var people: [Person] {
    var recordingsOf: [Int: [Recording]] = [:]
    for recording in recordings {
      for number in recording.numbers.values { recordingsOf[number, default: []].append(recording) }
    }
    return recordingsOf.sorted { $0.key < $1.key }.map { number, own in
      Person(
        participant: number, person: identifiers[number], sessions: Set(own.map(\.session)).count,
        recordings: own.map(\.path))
    }
  }

  /// The identifier of a person by number; nil if the headers have none.
  public func identifier(of number: Int) -> String? { identifiers[number] }

  fileprivate static func identifier(_ person: String, _ participant: Int) -> String {
    participant == 0 ? person : "\(person)/\(participant)"
  }
}

extension RecordingHeader {
  /// A participant's identifier, as `RecordedPeople` gives it.
  package func identifier(of participant: Int) -> String? {
    person.map { RecordedPeople.identifier($0, participant) }
  }
}

extension [RecordedPeople.Person] {
  /// Number of sessions of all people together.
  public var sessions: Int { reduce(0) { $0 + $1.sessions } }

  /// Summary such as `2 people, 3 sessions`.
  public var summary: String { Self.summary(people: count, sessions: sessions) }

  /// Summary such as `2 people, 3 sessions` for given numbers of people and sessions.
  package static func summary(people: Int, sessions: Int) -> String {
    "\(NumberText.count(people, "person", "people")), \(NumberText.count(sessions, "session"))"
  }
}
