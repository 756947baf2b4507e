import GazeRecording
import GazeSimulation
import GazeTesting

/// The scenarios that the figures of a report come from, in a sentence.
enum ScenarioWords {
  /// Names that are shown; a report on many recordings can have more.
  private static let most = 4

  /// `Pointer: validation; scrolls: reading, stare.`, or `All figures: reading, stare.` if all scenarios are of one
  /// kind.
  ///
  /// - Parameter joined: the scenarios' names, joined with `+`; a recording may state any name.
  static func sentence<R: Rig>(_ rig: R.Type, _ joined: String) -> String {
    var names: [String] = []
    for name in joined.split(separator: "+").map(String.init) where !names.contains(name) { names.append(name) }
    func of(_ kind: TakeKind) -> [String] { names.filter { R.Task(rawValue: $0).map(R.kind) == kind } }
    let (pointer, scrolls) = (of(.targets), of(.pages))
    guard !pointer.isEmpty, !scrolls.isEmpty, pointer.count + scrolls.count == names.count else {
      return "All figures: \(list(names))."
    }
    return "Pointer: \(list(pointer)); scrolls: \(list(scrolls))."
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(most).map { TerminalText.line($0.prefix(40)) }
    let rest = names.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }
}
