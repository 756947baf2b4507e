import ArgumentParser
import Evaluate

/// The choice between the short form of a result and everything.
struct DetailsOption: ParsableArguments {
  @Flag(help: "Print everything: all tables, intervals and remarks.")
  var details = false

  /// Prints a document: its short form, or all of it with `--details`, which ends with the record of a command that
  /// can be run again.
  func print(_ document: Document, by command: (any RunsAgain)? = nil) throws {
    try print({ _ in document }, details: { document.details() }, by: command)
  }

  /// Prints the short form, or all lines with `--details`; these end with the record of a command that can be
  /// run again.
  func print(
    _ brief: (Invocation) -> Document, details lines: () -> [String], by command: (any RunsAgain)? = nil
  ) throws {
    if details {
      try Console.print(command?.record()?.signed(lines()) ?? lines())
    } else {
      try OutputTerminal.current.print(brief(.current))
    }
  }
}
