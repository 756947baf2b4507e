/// Fact about a foreign file that the user must know, with the number of frames concerned and the first line.
public struct ImportFinding: Sendable, Equatable, Codable {
  /// Subject of a finding.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Times run backwards.
    case disorder
    /// Several takes, one after the other or interleaved.
    case takes
    /// A frame that repeats the time and the poses of the frame before.
    case duplicates
    /// A frame that has the time of the frame before but other poses.
    case sameTime
    /// Points that, judged by their size, are fractions of the screen or pixels.
    case pointUnit
    /// Degrees instead of radians.
    case angleUnit
    /// Millimetres or centimetres instead of metres.
    case lengthUnit
    /// Times in another unit than stated.
    case timeUnit
    /// Matrices written row by row although column order was stated, or the reverse.
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
  /// Number of frames to which the finding applies.
  public var count: Int
  /// First line to which the finding applies; nil if it applies to no line.
  public var line: Int?
  /// The finding as a sentence with its numbers.
  public var sentence: String
  /// The correction that was made; nil if nothing was corrected.
  public var mended: String?

  /// The correction that is available for a finding that would spoil the recording.
  var remedy: String?
  /// The statement that the user must make for a finding that cannot be corrected automatically; without it no
  /// recording is written.
  var demand: String?

  private enum CodingKeys: String, CodingKey { case kind, count, line, sentence, mended }

  init(_ kind: Kind, in found: Occurrences, _ sentence: String, remedy: String? = nil, demand: String? = nil) {
    (self.kind, count, line) = (kind, found.count, found.line)
    (self.sentence, self.remedy, self.demand) = (sentence, remedy, demand)
  }
}

/// Number of frames or rows with a property, and the line and the value of the first one.
struct Occurrences: Equatable {
  var count = 0
  var line: Int?
  var value = 0.0

  mutating func add(line: Int, value: Double = 0) {
    if count == 0 { (self.line, self.value) = (line, value) }
    count += 1
  }
}
