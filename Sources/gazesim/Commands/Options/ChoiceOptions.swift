import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording

/// Options that choose how the pipeline `standard` recentres its pointer, and by which rule it scrolls.
///
/// Both helps explain each name, so a new case of `RecentreChoice` or `ScrollRule` needs words here: nothing checks
/// that.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: """
      What standard recentres its pointer by in the session: none, x (the middle of the lines read), dot (one dot at \
      the start), tap15 (a tap each 15 s), reading (the lines read). dot and tap15 include x, since an app that shows \
      text has it for nothing. Simulated people see the dot and tap; a recording must hold dots, taps, lines and page.
      """, completion: .list(RecentreChoice.names))
  var recentre = RecentreChoice.none.rawValue

  @Option(
    help: """
      Rule by which standard scrolls: edge (the gaze rests at an edge), below (or below the screen), confirm (at an \
      edge, and raised brows confirm), sign (a sign of the face alone, for comparison). Simulated people do what it \
      asks. Default: the calibration's or the profile's.
      """, completion: .list(ScrollRule.names))
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
}

/// Names in an option, separated by commas.
enum ListedNames {
  /// - Throws: `OptionError` for a name that is given twice.
  static func of(_ text: String?, _ option: String, _ kind: String) throws -> [String] {
    let names = (text ?? "").split(separator: ",").map { text in
      String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw OptionError(option, message: "names \(name) twice; give each \(kind) once")
    }
    return names
  }
}

extension Smoothing {
  /// The names that take the place of the profile's smoothing, for help: `none, mean10, …`.
  static var others: String { names.dropFirst().joined(separator: ", ") }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The names of all cases.
  static var names: [String] { allCases.map(\.rawValue) }

  /// The names of all cases, for help: `none, dot, …`.
  static var listing: String { names.joined(separator: ", ") }

  /// The case with this name.
  ///
  /// - Parameter command: the command whose help lists the names.
  static func named(
    _ name: String, kind: String, among known: [Self] = Array(allCases), help command: String? = nil
  ) throws -> Self {
    if let named = known.first(where: { $0.rawValue == name }) { return named }
    throw UnknownNameError(
      kind: kind, name: name, among: known.map(\.rawValue), listing: command.map { "gazesim \($0) --help" })
  }
}

extension RecentreChoice {
  static func named(_ name: String) throws -> Self { try named(name, kind: "recentring", help: "evaluate") }
}

extension ScrollRule {
  static func named(_ name: String) throws -> Self { try named(name, kind: "trigger", help: "evaluate") }
}
