/// Text that a person reads in a terminal, a log or a report, and that may hold untrusted parts: names in files,
/// arguments.
///
/// Control characters (C0, DEL, C1) could control the terminal. Line and paragraph separators and controls of the
/// writing direction could disguise a line as another one. `##[` begins a workflow command wherever it is in a line of
/// a GitHub runner's log, so its bracket is unsafe too, except in reports (`isUnsafe` alone).
package enum TerminalText {
  /// True for characters that must not reach a terminal unchanged, including line feeds.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text in one line, with unsafe characters replaced by U+FFFD.
  package static func line(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    var hashes = 0
    for scalar in text.unicodeScalars {
      scalars.append(isUnsafe(scalar) || endsCommandMark(scalar, &hashes) ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// True for the bracket of `##[`; `hashes` counts the number signs before the scalar.
  private static func endsCommandMark(_ scalar: Unicode.Scalar, _ hashes: inout Int) -> Bool {
    defer { hashes = scalar == "#" ? hashes + 1 : 0 }
    return scalar == "[" && hashes > 1
  }

  /// JSON with the unsafe characters in its strings escaped, so that nothing is lost. Outside of strings, JSON contains
  /// no unsafe characters except line feeds.
  package static func json(_ text: String) -> String {
    var hashes = 0
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      endsCommandMark(scalar, &hashes) || (scalar != "\n" && isUnsafe(scalar))
    }
    // Most texts have no such character, and large ones are copied slowly.
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    hashes = 0
    var out = ""
    for scalar in text.unicodeScalars {
      // Unsafe characters have at most four digits.
      if isEscaped(scalar) {
        out += "\\u" + hexadecimal(scalar.value).suffix(4)
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

extension StringProtocol {
  /// The text without blanks and line ends at its beginning and end.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

/// Audience of error messages: the user of the command, or the user of an app.
///
/// The names of options and subcommands help the former and puzzle the latter, so a message contains them only while
/// the command runs. The command sets this value for the whole of its run; an app cannot set it.
package enum Wording {
  /// True while the command runs.
  @TaskLocal package static var isForCommand = false

  /// The part of a message that depends on the audience.
  ///
  /// - Parameters:
  ///   - command: the words for the command's user, with options and subcommands.
  ///   - app: the words for an app's user.
  package static func of(command: @autoclosure () -> String, app: @autoclosure () -> String = "") -> String {
    isForCommand ? command() : app()
  }

  /// The subcommand that lists all names of a kind; nil in an app, which has no subcommands.
  package static func listing(_ command: String) -> String? { isForCommand ? command : nil }
}

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

/// Bytes of a name that count: letters in lower case, and digits.
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
