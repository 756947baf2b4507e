import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording

/// Options that choose how the pipeline `standard` recentres its pointer, and by which rule it scrolls.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: """
      What standard recentres its pointer by in the session: none, x (the middle of the lines read), dot (one dot at \
      the start), tap15 (a tap each 15 s), reading (the lines read). dot and tap15 include x, since an app that shows \
      text has it for nothing. Simulated people see the dot and tap; a recording must hold dots, taps, lines and page.
      """, completion: .list(RecentreChoice.allCases.map(\.rawValue)))
  var recentre = RecentreChoice.none.rawValue

  @Option(
    help: """
      Rule by which standard scrolls: edge (the gaze rests at an edge), below (or below the screen), confirm (at an \
      edge, and raised brows confirm), sign (a sign of the face alone, for comparison). Simulated people do what it \
      asks. Default: the calibration's or the profile's.
      """, completion: .list(ScrollRule.allCases.map(\.rawValue)))
  var trigger: String?

  /// Sets the choices.
  ///
  /// - Throws: `UnknownNameError` for a name that does not exist.
  func apply(to options: inout PointerOptions) throws {
    for (option, value) in [("--recentre", recentre), ("--trigger", trigger ?? "")] where value.contains(",") {
      throw OptionError(option, is: value, expected: "one name; 'gazesim compare' compares several")
    }
    options.recentre = try RecentreChoice.named(recentre)
    options.trigger = try trigger.map { try ScrollRule.named($0) }
  }

  /// Values separated by commas, each once.
  ///
  /// - Throws: `OptionError` for a value that is given twice.
  static func list<Value>(
    _ text: String?, _ option: String, _ kind: String, _ named: (String) throws -> Value
  ) throws -> [Value] {
    let names = (text ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw OptionError(option, message: "names \(name) twice; give each \(kind) once")
    }
    return try names.map { try named($0) }
  }
}

extension RecentreChoice {
  /// The choice with this name.
  static func named(_ name: String) throws -> RecentreChoice {
    if let choice = RecentreChoice(rawValue: name) { return choice }
    throw UnknownNameError(
      kind: "recentring", name: name, among: allCases.map(\.rawValue), listing: "gazesim evaluate --help")
  }
}

extension ScrollRule {
  /// The rule with this name.
  static func named(_ name: String) throws -> ScrollRule {
    if let rule = ScrollRule(rawValue: name) { return rule }
    throw UnknownNameError(
      kind: "trigger", name: name, among: allCases.map(\.rawValue), listing: "gazesim evaluate --help")
  }
}
