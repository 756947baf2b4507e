import ArgumentParser
import PortableFoundation

/// Options that hold one value and were given twice. The parser lets the last one win without a word.
enum RepeatedOptions {
  /// The parser's description of a command, as much of it as is used.
  private struct Description: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }
    struct Name: Decodable { var kind, name: String }
    struct Argument: Decodable {
      var kind: String
      var isRepeating: Bool
      var names: [Name]?

      /// The option's names as they are written, the longest first.
      var written: [String] {
        (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }.sorted { $0.count > $1.count }
      }
    }

    var command: Command
  }

  /// The error for the first option that was given twice and is not made for it, if any.
  ///
  /// - Parameter words: the words after `gazesim`, which the parser has accepted.
  static func fault(in words: [String]) -> UsageError? {
    let words = words.prefix { $0 != "--" }
    let given = words.filter { $0.hasPrefix("-") && $0 != "-" }.map { String($0.prefix { $0 != "=" }) }
    // The description takes 40 ms, so it is asked for only if a name comes twice; `-o` is the only short one.
    guard Set(given.map { $0 == "-o" ? "--output" : $0 }).count < given.count else { return nil }
    for argument in arguments(after: words) where argument.kind == "option" && !argument.isRepeating {
      let names = argument.written
      guard given.count(where: names.contains) > 1, let name = names.first else { continue }
      return UsageError(description: "\(name) is given twice, but holds one value; give it once")
    }
    return nil
  }

  /// The arguments of the command that these words begin.
  private static func arguments(after words: ArraySlice<String>) -> [Description.Argument] {
    do { _ = try Root.parseAsRoot(Array(words) + ["--experimental-dump-help"]) } catch {
      let text = Root.fullMessage(for: error)
      return (try? JSONDecoder().decode(Description.self, from: Data(text.utf8)))?.command.arguments ?? []
    }
    return []
  }
}
