import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation

extension Double {
  /// A decimal number; nil for anything else, also for a hexadecimal number, which Swift reads, too.
  init?(decimal text: some StringProtocol) {
    guard !text.contains(where: { $0 == "x" || $0 == "X" }) else { return nil }
    self.init(text)
  }
}

/// The search for options whose number is not decimal: `--duration 0x10` would be 16 s.
enum DecimalNumbers {
  /// The error for the first such option, if any.
  ///
  /// - Parameter words: the words after `gazesim`, which the parser has accepted.
  static func fault(in words: [String]) -> UsageError? {
    for (index, word) in words.enumerated() {
      let parts = word.split(separator: "=", maxSplits: 1)
      let text = word.hasPrefix("--") && parts.count == 2 ? parts[1] : word[...]
      guard Double(decimal: text) == nil, Double(text) != nil, Double(text)?.isFinite == true else { continue }
      // A name may look like this, too; then the parser takes any other text in its place.
      var other = words
      other[index] = String(word.dropLast(text.count)) + "no number"
      do { _ = try Root.parseAsRoot(other) } catch {
        let option = text.count < word.count ? String(parts[0]) : index > 0 ? words[index - 1] : word
        return UsageError(
          description: TerminalText.line("\(option): is \(text.prefix(80)); expected a decimal number, such as 16"))
      }
    }
    return nil
  }
}
