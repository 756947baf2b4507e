public import PortableFoundation

/// The session in a header, and the rules of identifiers.
extension RecordingHeader {
  /// Session that a recording belongs to.
  public struct Session: Sendable, Equatable, ExpressibleByIntegerLiteral {
    /// Opaque identifier, equal in all recordings of one person's session, and in no other session of that person.
    public var identifier: String
    /// Start in ISO 8601 format: `2026-03-01T09:30:00Z`; nil if unknown or private.
    public var start: String?

    /// A session by its identifier.
    public init(identifier: String, start: String? = nil) {
      self.identifier = identifier
      self.start = start
    }

    /// A session with this start.
    public init(identifier: String, start: Date) {
      self.init(identifier: identifier, start: start.formatted(.iso8601))
    }

    /// A simulated session: 0 is the session in which an app is calibrated, 1 a later session.
    public init(_ number: Int) { self.init(identifier: String(number)) }

    /// A simulated session, written as an integer literal.
    public init(integerLiteral number: Int) { self.init(number) }

    /// Largest number of a session.
    static let mostNumber = 1_000_000

    /// The identifier as a number; nil if it is not a whole number from 0 to 1000000.
    public var number: Int? {
      guard let number = Int(identifier), (0...Self.mostNumber).contains(number), String(number) == identifier else {
        return nil
      }
      return number
    }
  }

  /// Fault of an identifier of a person or a session; nil if there is no fault.
  ///
  /// Two identifiers that appear equal must be equal, so invisible characters are refused.
  package static func fault(inIdentifier identifier: String) -> String? {
    let isFine =
      (1...200).contains(identifier.utf8.count) && !identifier.unicodeScalars.contains(where: TerminalText.isUnsafe)
      && identifier.trimmed == identifier
    return isFine ? nil : "expected an identifier of 1 to 200 bytes, without control characters or surrounding blanks"
  }

  /// Fault of the time of a session's start; nil if there is no fault.
  package static func fault(inStart start: String) -> String? {
    ISO8601Time.seconds(of: start) == nil ? "expected a time such as 2026-03-01T09:30:00Z (ISO 8601)" : nil
  }
}

/// Coded as a number, or as `{"id":…,"start":…}`.
extension RecordingHeader.Session: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, start
  }

  /// Reads a session that is coded as a number or as an object.
  public init(from decoder: any Decoder) throws {
    if let number = try? decoder.singleValueContainer().decode(Int.self) {
      guard (0...Self.mostNumber).contains(number) else { throw Self.fault(decoder) }
      self.init(number)
      return
    }
    guard let keys = try? decoder.container(keyedBy: CodingKeys.self) else { throw Self.fault(decoder) }
    self.init(
      identifier: try keys.decode(String.self, forKey: .id),
      start: try keys.decodeIfPresent(String.self, forKey: .start))
  }

  /// Writes a number if the identifier is a number and the session has no start, else an object.
  public func encode(to encoder: any Encoder) throws {
    if start == nil, let number {
      var value = encoder.singleValueContainer()
      try value.encode(number)
    } else {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try keys.encode(identifier, forKey: .id)
      try keys.encodeIfPresent(start, forKey: .start)
    }
  }

  private static func fault(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription:
          "expected a whole number from 0 to \(mostNumber), or an object with \"id\" and optionally \"start\""))
  }
}
