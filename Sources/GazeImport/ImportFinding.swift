/// Something in a foreign file that a reader must know of, with its count and its place.
public struct ImportFinding: Sendable, Equatable, Codable {
  /// What it is about.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Time runs back.
    case disorder
    /// Several takes, one after the other or interleaved.
    case takes
    /// A frame that repeats time and poses of the one before.
    case duplicates
    /// A frame at the time of the one before with other poses.
    case sameTime
    /// Points that look like shares of the screen, or like pixels.
    case pointUnit
    /// Degrees for radians.
    case angleUnit
    /// Millimetres or centimetres for metres.
    case lengthUnit
    /// Times in another unit than stated.
    case timeUnit
    /// Matrices by rows where columns were stated, or the other way round.
    case transposed
    /// Eyes' poses of the world where those of the face are expected.
    case eyesInWorld
    /// Matrices that are no rigid transform.
    case noRotation
    /// What a `take.json` says and the file does not.
    case take
    /// The phone was turned.
    case turned
    /// Points that no ray of a face before the screen reaches.
    case outOfReach
    /// Anything else.
    case other
  }

  /// What it is about.
  public var kind: Kind
  /// In how many frames.
  public var count: Int
  /// The first line, where it has one.
  public var line: Int?
  /// What was found, with the numbers.
  public var sentence: String
  /// What was done about it; nil where nothing was.
  public var mended: String?

  /// What a mending would do, for those that spoil a recording.
  var remedy: String?

  private enum CodingKeys: String, CodingKey { case kind, count, line, sentence, mended }

  init(_ kind: Kind, count: Int, line: Int? = nil, _ sentence: String, remedy: String? = nil) {
    self.kind = kind
    self.count = count
    self.line = line
    self.sentence = sentence
    self.remedy = remedy
  }
}
