/// Something in a foreign file that a reader must know of, with its count and its place.
public struct ImportFinding: Sendable, Equatable, Codable {
  /// Subject of a finding.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Time runs back.
    case disorder
    /// Several takes, one after the other or interleaved.
    case takes
    /// A frame that repeats time and poses of the one before.
    case duplicates
    /// A frame at the time of the one before with other poses.
    case sameTime
    /// Points that are shares of the screen, or pixels, by their size.
    case pointUnit
    /// Degrees for radians.
    case angleUnit
    /// Millimetres or centimetres for metres.
    case lengthUnit
    /// Times in another unit than stated.
    case timeUnit
    /// Matrices by rows where columns were stated, or the other way round.
    case transposed
    /// Eyes' poses of the world where the face's are expected.
    case eyesInWorld
    /// Matrices that are no rigid transform.
    case noRotation
    /// A statement of `take.json` that the file contradicts.
    case take
    /// The phone was turned.
    case turned
    /// Points that no ray of a face before the screen reaches.
    case outOfReach
    /// Anything else.
    case other
  }

  /// Subject of the finding.
  public var kind: Kind
  /// In how many frames.
  public var count: Int
  /// The first line, where it has one.
  public var line: Int?
  /// The finding with its numbers.
  public var sentence: String
  /// The mending that was done; nil where nothing was.
  public var mended: String?

  /// The mending that there is, for those that spoil a recording.
  var remedy: String?
  /// Demand on the user, before which there is no recording: it cannot be mended.
  var demand: String?

  private enum CodingKeys: String, CodingKey { case kind, count, line, sentence, mended }

  init(
    _ kind: Kind, count: Int, line: Int? = nil, _ sentence: String, remedy: String? = nil, demand: String? = nil
  ) {
    self.kind = kind
    self.count = count
    self.line = line
    self.sentence = sentence
    self.remedy = remedy
    self.demand = demand
  }
}
