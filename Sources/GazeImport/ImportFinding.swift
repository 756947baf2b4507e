/// Fact about a foreign file that the user must know, with its count and its line.
public struct ImportFinding: Sendable, Equatable, Codable {
  /// Subject of a finding.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Time runs back.
    case disorder
    /// Several takes, one after the other or interleaved.
    case takes
    /// A frame that repeats the time and the poses of the frame before.
    case duplicates
    /// A frame that has the time of the frame before but other poses.
    case sameTime
    /// Points that are fractions of the screen, or pixels, judged by their size.
    case pointUnit
    /// Degrees instead of radians.
    case angleUnit
    /// Millimetres or centimetres instead of metres.
    case lengthUnit
    /// Times in another unit than stated.
    case timeUnit
    /// Matrices in rows although columns were stated, or the reverse.
    case transposed
    /// Eyes' poses relative to the world instead of the face.
    case eyesInWorld
    /// Matrices that are not rigid transforms.
    case noRotation
    /// A statement in `take.json` that the file contradicts.
    case take
    /// The phone was turned.
    case turned
    /// Points that no ray from a face in front of the screen reaches.
    case outOfReach
    /// Anything else.
    case other
  }

  /// Subject of the finding.
  public var kind: Kind
  /// Number of frames with it.
  public var count: Int
  /// First line with it, if it has a line.
  public var line: Int?
  /// The finding with its numbers.
  public var sentence: String
  /// The correction that was made; nil if none was.
  public var mended: String?

  /// The available correction, for a finding that spoils the recording.
  var remedy: String?
  /// Demand on the user, for a finding that cannot be corrected: without it no recording is written.
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
