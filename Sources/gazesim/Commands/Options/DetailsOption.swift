import ArgumentParser
import Evaluate

/// The choice between the short form of a result and everything.
struct DetailsOption: ParsableArguments {
  @Flag(help: "Print everything: all tables, intervals and remarks.")
  var details = false

  /// Prints the short form, or all lines with `--details`; these end with the command's record if there is one.
  func print(
    _ brief: (Invocation) -> Brief, details lines: () -> [String], by record: () throws -> CommandRecord? = { nil }
  ) throws {
    if details {
      try Console.print(record()?.signed(lines()) ?? lines())
    } else {
      try OutputTerminal.current.print(brief(.current))
    }
  }
}
