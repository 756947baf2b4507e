/// A name that is none of the known ones, with the nearest of them.
///
///     unknown device "iphone12min": did you mean "iphone12mini"? `gazesim devices` lists all
public struct UnknownNameError: Error, CustomStringConvertible, Sendable, Equatable {
  /// What it should have named: `device`, `scenario`, `pipeline`, ….
  public var kind: String
  /// What was given.
  public var name: String
  /// The nearest known names, nearest first; empty where none is near.
  public var suggestions: [String]
  /// How to see all, a command without quotes.
  public var listing: String?
  /// All of them, where they are few and none is near.
  public var choices: [String] = []

  /// The error for `name`, which is none of `known`.
  public init(kind: String, name: String, among known: [String], listing: String? = nil) {
    self.kind = kind
    self.name = name
    suggestions = nearest(to: name, among: known)
    self.listing = listing
    if suggestions.isEmpty, known.count <= 16 { choices = known }
  }

  /// One line.
  public var description: String {
    let near = suggestions.map { "\"\($0)\"" }.joined(separator: " or ")
    let few = choices.isEmpty ? [] : ["known: \(choices.joined(separator: ", "))"]
    let hint = suggestions.isEmpty ? few : ["did you mean \(near)?"]
    let all = listing.map { ["`\($0)` lists all"] } ?? []
    let end = (hint + all).joined(separator: suggestions.isEmpty ? "; " : " ")
    return "unknown \(kind) \"\(name.prefix(80))\"" + (end.isEmpty ? "" : ": " + end)
  }
}

/// The names that `name` was probably meant to be, nearest first, at most three.
///
/// Near is an edit distance (insert, delete, replace, swap two neighbours; case and everything but letters and digits
/// ignored) of at most a third of the name's length, at least 2; or a name that begins with it.
package func nearest(to name: String, among known: [String]) -> [String] {
  // Longer names than this name nothing, and the distance costs length × length.
  let wanted = Array(normalized(name).prefix(64))
  let limit = max(2, wanted.count / 3)
  let scored = known.compactMap { candidate -> (name: String, distance: Int)? in
    let other = Array(normalized(candidate).prefix(64))
    let distance = editDistance(wanted, other)
    if distance <= limit, distance < max(wanted.count, other.count) { return (candidate, distance) }
    return wanted.count >= 3 && other.starts(with: wanted) ? (candidate, limit + 1) : nil
  }
  return scored.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

private func normalized(_ name: String) -> [UInt8] {
  Array(name.prefix(256).lowercased().utf8).filter { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) }
}

/// Optimal string alignment distance.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var (before, previous) = ([Int](), Array(0...b.count))
  for i in 1...a.count {
    var row = [i]
    for j in 1...b.count {
      var best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, before[j - 2] + 1) }
      row.append(best)
    }
    (before, previous) = (previous, row)
  }
  return previous[b.count]
}
