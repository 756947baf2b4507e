/// One named group of numbers in a sample: a key of JSON Lines, a few columns of a table.
public struct SampleField: Sendable, Equatable {
  /// What its numbers mean.
  public enum Kind: Sendable, Equatable {
    /// Finite numbers; null (JSON) or nothing (CSV, NaN in NumPy) is "not known" and reads as NaN.
    case number
    /// 0 or 1: false, true.
    case flag
    /// The place of a name in this list, from 0; null is "none" and reads as NaN.
    case name([String])
  }

  /// Its key. `truth.attitude` stands in the object `truth` and in the columns `truth.attitude0`…
  public var key: String
  /// How many numbers; 1 stands without brackets.
  public var count: Int
  /// What they mean.
  public var kind: Kind
  /// A sample without it is refused. Where `count` is above 1 its parts may still be null, also all of them: what that means,
  /// and whether it is refused, is the rig's `init` to say.
  public var isRequired: Bool
  /// What it is, for errors and the schema: `w, x, y, z of a unit quaternion`.
  public var meaning: String

  /// A field from its parts.
  public init(_ key: String, _ count: Int = 1, _ kind: Kind = .number, isRequired: Bool = false, _ meaning: String) {
    self.key = key
    self.count = count
    self.kind = kind
    self.isRequired = isRequired
    self.meaning = meaning
  }
}
