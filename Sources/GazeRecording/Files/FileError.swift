public import Foundation

/// What is wrong with a file, where in it, and what was expected: the one error of this module.
///
///     a.jsonl:17: field "face": expected 16 numbers, found 15
public struct FileError: Error, CustomStringConvertible, Sendable, Equatable {
  /// The file as the user named it.
  public var path: String
  /// Line, 1-based, where there are lines.
  public var line: Int?
  /// Key, column or coding path (`screen.width.sigma`), where it is about one.
  public var field: String?
  /// What was expected, what was found, what to do.
  public var message: String

  /// An error from its parts.
  public init(path: String, line: Int? = nil, field: String? = nil, message: String) {
    self.path = path
    self.line = line
    self.field = field
    self.message = message
  }

  /// One line.
  public var description: String {
    path + (line.map { ":\($0)" } ?? "") + ": " + (field.map { "field \"\($0)\": " } ?? "") + message
  }
}

extension FileError: LocalizedError {
  /// The same line, for whoever prints `localizedDescription`.
  public var errorDescription: String? { description }
}

extension FileError {
  /// A system call's failure in words a user can act on.
  static func system(_ code: Int32, _ action: String, path: String) -> FileError {
    let reason =
      switch code {
      case ENOENT: "no such file or folder"
      case EACCES, EPERM: "permission denied"
      case EISDIR: "it is a folder; name a file"
      case ENOTDIR: "a part of the path is not a folder"
      case ENOSPC, EDQUOT: "the disk is full"
      case EROFS: "the disk is read-only"
      case ENAMETOOLONG: "the name is too long"
      case EMFILE, ENFILE: "too many files are open"
      default: String(cString: strerror(code))
      }
    return FileError(path: path, message: "cannot \(action): \(reason)")
  }

  /// Foundation's decoding failure with its coding path as the field.
  package init(_ error: any Error, path: String, line: Int? = nil) {
    func field(_ keys: [any CodingKey]) -> String? {
      keys.isEmpty ? nil : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case let error as FileError: self = error
    case DecodingError.keyNotFound(let key, let context):
      self.init(path: path, line: line, field: field(context.codingPath + [key]), message: "is missing")
    case DecodingError.typeMismatch(let type, let context):
      let message = "expected \(Self.name(of: type)), found another type"
      self.init(path: path, line: line, field: field(context.codingPath), message: message)
    case DecodingError.valueNotFound(let type, let context):
      let message = "expected \(Self.name(of: type)), found null"
      self.init(path: path, line: line, field: field(context.codingPath), message: message)
    case DecodingError.dataCorrupted(let context):
      let message =
        context.codingPath.isEmpty ? "is not valid JSON: \(context.debugDescription)" : context.debugDescription
      self.init(path: path, line: line, field: field(context.codingPath), message: Self.oneLine(message))
    default: self.init(path: path, line: line, message: Self.oneLine(error.localizedDescription))
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type: "a number"
    case is Int.Type, is UInt64.Type: "a whole number"
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is [Double].Type: "a list of numbers"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
