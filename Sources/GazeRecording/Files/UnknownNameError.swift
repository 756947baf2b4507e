/// Error for an unknown name, with the most similar known names.
///
///     unknown device "iphone12min": did you mean "iphone12mini"? `gazesim devices` lists all
public struct UnknownNameError: Error, CustomStringConvertible, Sendable, Equatable {
  /// Kind of thing that the name should denote: `device`, `scenario`, `pipeline`, ….
  public var kind: String
  /// The given name.
  public var name: String
  /// The most similar known names, most similar first; empty if none is similar.
  public var suggestions: [String]
  /// Command that lists all names, without quotes.
  public var listing: String?
  /// All known names, if there are few and no known name is similar.
  public var choices: [String] = []

  /// The error for `name`, which is not in `known`.
  public init(kind: String, name: String, among known: [String], listing: String? = nil) {
    self.kind = kind
    self.name = name
    suggestions = nearest(to: name, among: known)
    self.listing = listing
    if suggestions.isEmpty, known.count <= 16 { choices = known }
  }

  /// The error in one line.
  public var description: String {
    let near = suggestions.map { "\"\($0)\"" }.joined(separator: " or ")
    let few = choices.isEmpty ? [] : ["known: \(choices.joined(separator: ", "))"]
    let hint = suggestions.isEmpty ? few : ["did you mean \(near)?"]
    let all = listing.map { ["`\($0)` lists all"] } ?? []
    let end = (hint + all).joined(separator: suggestions.isEmpty ? "; " : " ")
    return "unknown \(kind) \"\(TerminalText.line(name.prefix(80)))\"" + (end.isEmpty ? "" : ": " + end)
  }
}

/// The names that `name` was probably meant to be, most similar first, at most three.
///
/// A name is similar if its edit distance (insert, delete, replace, swap two neighbours; case and everything except
/// letters and digits ignored) is at most a third of the name's length, or at most 2 if that is more and the name has
/// more than three of them, else 1; or if it begins with the given name.
package func nearest(to name: String, among known: [String]) -> [String] {
  // The name is cut because longer names match nothing and the time for an edit distance grows with the product of the
  // lengths.
  let wanted = Array(normalized(name).prefix(64))
  let limit = wanted.count > 3 ? max(2, wanted.count / 3) : 1
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
