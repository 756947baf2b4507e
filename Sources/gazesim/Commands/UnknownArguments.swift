import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import PortableFoundation
import Profiles

/// Wrong usage that the argument parser cannot find: one line on stderr, exit code 64.
struct UsageError: Error, CustomStringConvertible {
  /// The fault and the remedy in one line.
  let description: String
}

/// Words that are no subcommand, no file and no value, with what they were probably meant to be.
enum UnknownArguments {
  /// The error for the first word that should be a subcommand but is not; nil if there is no such word.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  static func fault(in arguments: [String]) -> UsageError? {
    if arguments.first == "study" { return formerStudy(arguments.dropFirst().first ?? "") }
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    // An option before the subcommand, such as --version, is the parser's.
    guard let word = words.first, !word.hasPrefix("-"), word != "help", !commands.contains(word) else { return nil }
    if FileManager.default.fileExists(atPath: word) {
      let name = TerminalText.line(word)
      return UsageError(
        description: """
          "\(name)" is a file, no command; 'gazesim doctor \(name)' says what is wrong with a \
          recording, 'gazesim evaluate \(name)' how far off the pointer is
          """)
    }
    let unknown = UnknownNameError(kind: "command", name: word, among: commands, listing: "gazesim --help")
    return UsageError(description: TerminalText.line(unknown.description))
  }

  /// The subcommands' names and aliases.
  private static let commands = Root.configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }

  /// The words for what `gazesim study` of an earlier version has become.
  private static func formerStudy(_ name: String) -> UsageError {
    if name == "sensitivity" {
      return UsageError(description: "'gazesim study sensitivity' is now 'gazesim compare --vary assumed'")
    }
    let tests = ["characterize", "correctness", "coverage", "doctor", "gates", "intervals", "smoothing"]
    let claims = [
      "confirm", "limits", "misuse", "population", "protocol", "readers", "recentre", "splits", "trigger",
      "trust",
    ]
    let now =
      tests.contains(name)
      ? "'script/evidence validate \(name) N'" : "'script/evidence\(claims.contains(name) ? " \(name)" : "")'"
    return UsageError(
      description: """
        'gazesim study' is gone: studies judge the project itself, so they are in its repository; run \
        \(now) there
        """)
  }

  /// Refuses a bare word that is no file, but is or resembles an option, a subcommand or an option's value.
  ///
  /// Words with a slash or a dot are left to the reader, which says that there is no such file.
  ///
  /// - Parameter program: the command line of a program that is to be judged. A bare word that is no recording is then
  ///   the rest of a command line without quotes.
  static func check(
    _ files: [String], of command: any ParsableCommand.Type, program: String? = nil
  ) throws(UsageError) {
    if let program, let word = files.first(where: isProgram) {
      let words = TerminalText.line("\(program) \(word)".prefix(80))
      throw UsageError(
        description: """
          "\(TerminalText.line(word.prefix(80)))" is no recording; a program with arguments needs \
          quotes: --pipeline-command '\(words)'
          """)
    }
    for word in files where word != "-" && !word.contains("/") && !word.contains(".") {
      guard !FileManager.default.fileExists(atPath: word), let meant = meaning(of: word, in: command) else { continue }
      throw UsageError(description: "\"\(TerminalText.line(word.prefix(80)))\" is no file; did you mean \(meant)?")
    }
  }

  /// True for a word with an ending that no recording has, such as `pointer.py`.
  private static func isProgram(_ word: String) -> Bool {
    let ending = URL(fileURLWithPath: word).pathExtension.lowercased()
    return !ending.isEmpty && !["jsonl", "json", "ndjson", "npy", "csv", "txt", "gz"].contains(ending)
  }

  /// The probable intention of a word.
  private static func meaning(of word: String, in command: any ParsableCommand.Type) -> String? {
    let values: [(option: String, names: [String])] = [
      ("--scenario", GazeRig.Task.names), ("--pipeline", GazeRig.pipelines.map(\.name)),
      ("--device", BuiltInProfiles.ids), ("--rig", Rigs.all.map { $0.name }),
    ]
    let options = RepeatedOptions.arguments(after: [command._commandName]).flatMap(\.written).filter {
      $0.hasPrefix("--")
    }
    let named = values.compactMap { value in
      [value.option, value.option + "s"].first(where: options.contains).map { (option: $0, names: value.names) }
    }
    if commands.contains(word) { return "'gazesim \(word)', another command" }
    for (option, names) in named where names.contains(word) { return "\(option) \(word)" }
    if let option = nearest(to: word, among: options).first { return option }
    for (option, names) in named {
      if let name = nearest(to: word, among: names).first { return "\(option) \(name)" }
    }
    return nearest(to: word, among: commands).first.map { "'gazesim \($0)'" }
  }
}

/// Options that hold one value and were given twice. The parser lets the last one win without a word.
enum RepeatedOptions {
  /// The parser's description of a command, as much of it as is used.
  fileprivate struct Description: Decodable {
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
    let options = words.filter { $0.hasPrefix("-") && $0 != "-" }.map { String($0.prefix { $0 != "=" }) }
    // The description takes 40 ms, so it is asked for only if a name comes twice; `-o` is the only short one.
    guard Set(options.map { $0 == "-o" ? "--output" : $0 }).count < options.count else { return nil }
    for argument in arguments(after: Array(words)) where argument.kind == "option" && !argument.isRepeating {
      let names = argument.written
      guard options.count(where: names.contains) > 1, let name = names.first else { continue }
      return UsageError(description: "\(name) is given twice, but holds one value; give it once")
    }
    return nil
  }

  /// The arguments of the command that these words begin.
  fileprivate static func arguments(after words: [String]) -> [Description.Argument] {
    do { _ = try Root.parseAsRoot(words + ["--experimental-dump-help"]) } catch {
      let text = Root.fullMessage(for: error)
      return (try? JSONDecoder().decode(Description.self, from: Data(text.utf8)))?.command.arguments ?? []
    }
    return []
  }
}
