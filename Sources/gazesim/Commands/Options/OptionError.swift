/// Error of an option that can be parsed but has a value out of range: exit code 2, not 64 as for wrong usage.
struct OptionError: Error, CustomStringConvertible {
  /// Name of the option, with its dashes.
  var option: String
  /// Description of the fault.
  var message: String

  init(_ option: String, message: String) {
    self.option = Self.short(option, 1024)
    self.message = message
  }

  /// Creates the error of a value that is not an expected one.
  init(_ option: String, is value: some CustomStringConvertible, expected: String) {
    self.init(option, message: "is \(Self.short(value.description, 80)); expected \(expected)")
  }

  private static func short(_ text: String, _ longest: Int) -> String {
    text.count > longest ? text.prefix(longest) + "…" : text
  }

  /// The error as one line.
  var description: String { "\(option): \(message)" }
}
