/// Fault of a line or a value, without its place; the reader adds the file's name and the line number.
package struct LineFault: Error {
  package var field: String?
  package var message: String

  package init(field: String? = nil, message: String) {
    self.field = field
    self.message = message
  }

  init(_ fault: SampleError) { self.init(field: fault.field, message: fault.message) }

  static let beyondDouble = "expected a number within the range of Double (1.8e308)"
  static let beyondFloat = "expected a number within the range of Float (3.4e38)"

  /// Untrusted text made fit for a terminal: printable ASCII, at most 40 characters.
  package static func printable(_ text: String) -> String {
    String(text.prefix(40).map { $0.isASCII && !($0.asciiValue ?? 0 < 0x20 || $0.asciiValue == 0x7F) ? $0 : "?" })
  }
}

/// Refuses the value of a field unless it is right.
@inline(__always)
package func expect(
  _ isRight: Bool, _ field: @autoclosure () -> String?, _ message: @autoclosure () -> String
) throws(LineFault) {
  guard isRight else { throw LineFault(field: field(), message: message()) }
}
