/// An option that can be parsed but holds a value out of range: an error (exit code 2), no wrong usage (64).
struct OptionError: Error, CustomStringConvertible {
  /// With its dashes.
  var option: String
  /// What is wrong with it.
  var message: String

  init(_ option: String, message: String) {
    self.option = option
    self.message = message
  }

  /// A value that is none of the expected ones.
  init(_ option: String, is value: some CustomStringConvertible, expected: String) {
    self.init(option, message: "is \(value); expected \(expected)")
  }

  /// One line.
  var description: String { "\(option): \(message)" }
}
