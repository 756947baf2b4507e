/// Audience of error messages: the user of the command, or the user of an app.
///
/// The names of options and subcommands help the former and puzzle the latter, so a message contains them only while
/// the command runs. The command sets this value for the whole of its run; an app cannot set it.
package enum Wording {
  /// True while the command runs.
  @TaskLocal package static var isForCommand = false

  /// The part of a message that depends on the audience.
  ///
  /// - Parameters:
  ///   - command: the words for the command's user, with options and subcommands.
  ///   - app: the words for an app's user.
  package static func of(command: @autoclosure () -> String, app: @autoclosure () -> String = "") -> String {
    isForCommand ? command() : app()
  }

  /// The subcommand that lists all names of a kind; nil in an app, which has no subcommands.
  package static func listing(_ command: String) -> String? { isForCommand ? command : nil }
}
