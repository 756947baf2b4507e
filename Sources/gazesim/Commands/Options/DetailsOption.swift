import ArgumentParser
import Evaluate

/// The choice between the short form of a result and everything.
struct DetailsOption: ParsableArguments {
  @Flag(help: "Print everything: all tables, intervals and remarks.")
  var details = false

  /// Prints the short form, or all lines with `--details`.
  func print(_ brief: (Invocation) -> Brief, details lines: () -> [String]) throws {
    if details {
      try Console.print(lines())
    } else {
      try OutputTerminal.current.print(brief(.current))
    }
  }
}
