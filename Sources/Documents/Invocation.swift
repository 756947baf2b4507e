import GazeRecording

/// The command line of a run, from which the next ones are made.
package struct Invocation: Sendable, Equatable {
  /// The words after `gazesim`.
  package var words: [String]

  package init(_ words: [String]) { self.words = words }

  /// The running command: the process's, except where the command of a part or a report runs again.
  @TaskLocal package static var current = Invocation(Array(CommandLine.arguments.dropFirst()))

  /// True if an option was given, such as `--input`.
  package func has(_ option: String) -> Bool { words.contains { $0 == option || $0.hasPrefix(option + "=") } }

  /// The same command with further words; before `--`, after which no word is an option.
  package func adding(_ more: String...) -> Invocation {
    let place = words.firstIndex(of: "--") ?? words.endIndex
    return Invocation(Array(words[..<place]) + more + Array(words[place...]))
  }

  /// The same command, which replaces the files that it has just written.
  package var repeatable: Invocation {
    let writes = has("--output") || words.contains { $0.hasPrefix("-o") }
    return writes && !has("--force") ? adding("--force") : self
  }

  /// The same command with another value of an option.
  package func setting(_ option: String, _ value: String) -> Invocation { dropping(option).adding(option, value) }

  /// The same command without a flag.
  package func without(_ flag: String) -> Invocation { Invocation(words.filter { $0 != flag }) }

  /// The same command without an option and its value.
  package func dropping(_ option: String) -> Invocation {
    var kept: [String] = []
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word == option {
        isValue = true
      } else if !word.hasPrefix(option + "=") {
        kept.append(word)
      }
    }
    return Invocation(kept)
  }

  /// The words that change the result: not the files to which it is written, the number of cores or the share.
  package var conditions: Invocation {
    let bare = ["-o", "--output", "--jobs", "--shard", "--part"].reduce(self) { $0.dropping($1) }
    return Invocation(bare.words.filter { !["--force", "--open", "--quiet"].contains($0) })
  }

  /// The words that change figures: not those that choose the form of the output either.
  package var figures: Invocation {
    Invocation(conditions.words.filter { !["--json", "--details", "--markdown", "--all"].contains($0) })
  }

  /// True if all words may change the result.
  package var isCondition: Bool { conditions == self }

  /// The command in one line, as a shell reads it.
  package var line: String { quoted.joined(separator: " ") }

  /// The command that says what the same pointer's error is made of: `gazesim explain` with this command's options, but
  /// without its files and its form.
  package var explaining: Invocation {
    let kept = dropping("-o").dropping("--output").words.dropFirst().filter {
      !["--force", "--details", "--json"].contains($0) && !$0.hasPrefix("-o")
    }
    return Invocation(["explain"] + kept)
  }

  /// True if the words can be printed as they are; a word with a control character could not be copied.
  package var isPrintable: Bool { words.allSatisfy { TerminalText.line($0) == $0 && !$0.contains("\u{A0}") } }

  /// All words as a shell reads them, `gazesim` first.
  package var quoted: [String] { ["gazesim"] + words.map(Self.quoted) }

  /// The words as a shell reads them, each option together with the word after it, so that a long line is not broken
  /// between the two.
  package var units: [String] {
    quoted.reduce(into: [String]()) { units, word in
      if let last = units.last, last.hasPrefix("-"), !last.contains(" "), !word.hasPrefix("-") {
        units[units.count - 1] += " " + word
      } else {
        units.append(word)
      }
    }
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || "_@%+=:,./-".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
