public import GazePipeline
public import PortableFoundation

/// Error about a file: the place in the file, the fault, and the expected content. It is the general error of this
/// module.
///
///     a.jsonl:17: field "face": expected 16 numbers, found 15
public struct FileError: Error, CustomStringConvertible, Sendable, Equatable {
  /// The file as the user named it.
  public var path: String
  /// Line, 1-based; nil if the file has no lines.
  public var line: Int?
  /// Key, column or coding path (`screen.width.sigma`); nil if the error is not about one field.
  public var field: String?
  /// Longest path that `description` holds whole, bytes: Linux opens none of more than 4,096. Assumed.
  private static let longestPath = 1024
  /// Message that states what was expected, what was found, and what to do.
  public var message: String

  /// An error from its parts. Field and message may hold text from the file, so unsafe characters in them are replaced
  /// by U+FFFD.
  public init(path: String, line: Int? = nil, field: String? = nil, message: String) {
    self.path = path
    self.line = line
    self.field = field.map { TerminalText.line($0) }
    self.message = TerminalText.line(message)
  }

  /// The error in one line; the middle of a very long path is left out.
  public var description: String {
    let isLong = path.utf8.count > Self.longestPath
    let shown = isLong ? "\(path.prefix(Self.longestPath / 2))…\(path.suffix(Self.longestPath / 2))" : path
    return shown + (line.map { ":\($0)" } ?? "") + ": " + (field.map { "field \"\($0)\": " } ?? "") + message
  }
}

extension FileError: LocalizedError {
  /// The error in one line, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }
}

extension FileError {
  init(_ fault: LineFault, path: String, line: Int? = nil) {
    self.init(path: path, line: line, field: fault.field, message: fault.message)
  }

  /// The error for a system call that failed, with a message that states what the user can do.
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

  /// The error for `json` that Foundation could not decode, with the coding path as the field.
  package init(_ error: any Error, path: String, line: Int? = nil, json: Data) {
    func fault(_ keys: [any CodingKey], _ message: String) -> FileError {
      // A key may be any text, such as a name in an object of metrics.
      let parts = keys.map { $0.intValue.map(String.init) ?? String($0.stringValue.prefix(80)) }
      let field = parts.isEmpty ? nil : parts.joined(separator: ".")
      return FileError(path: path, line: line, field: field, message: message)
    }
    self =
      switch error {
      case let error as FileError: error
      case let fault as LineFault: FileError(fault, path: path, line: line)
      case DecodingError.keyNotFound(let key, let context): fault(context.codingPath + [key], "is missing")
      case DecodingError.typeMismatch(let type, let context):
        fault(context.codingPath, "expected \(Self.name(of: type)), found another type")
      case DecodingError.valueNotFound(let type, let context):
        fault(context.codingPath, "expected \(Self.name(of: type)), found null")
      case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
        Self.syntax(of: json, path: path, line: line)
      case DecodingError.dataCorrupted(let context):
        fault(
          context.codingPath, Self.choices(context.debugDescription) ?? Self.oneLine(context.debugDescription))
      default: fault([], Self.oneLine("\(error)"))
      }
  }

  /// The error for a syntax fault in JSON. Foundation does not always state its place, so `JSONScanner` searches for
  /// the fault.
  private static func syntax(of json: Data, path: String, line: Int?) -> FileError {
    [UInt8](json).withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      do throws(LineFault) {
        try scanner.skip(nil)
        if scanner.peek() == nil {
          let fault = LineFault(message: "a number is out of range, or a string is not UTF-8")
          return .invalid(fault, path: path, line: line)
        }
        throw LineFault(message: "expected the end of the file, found \(scanner.found())")
      } catch {
        let found = bytes[..<min(scanner.index, bytes.count)].count { $0 == 0x0A } + 1
        return .invalid(error, path: path, line: line ?? found)
      }
    }
  }

  /// The error for JSON with a fault that `JSONScanner` found.
  static func invalid(_ fault: LineFault, path: String, line: Int?) -> FileError {
    let message = fault.message.replacing("end of the line", with: "end of the file")
    return FileError(path: path, line: line, message: "is not valid JSON: " + message)
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

  /// Valid names in a file, by the name of the type that Foundation's error message contains. The error about a type
  /// that is missing here has Swift's message, without the choices.
  private static let names: [String: [String]] = {
    func names<Name: CaseIterable & RawRepresentable<String>>(_ type: Name.Type) -> (String, [String]) {
      ("\(type)", type.allCases.map(\.rawValue))
    }
    return Dictionary(uniqueKeysWithValues: [
      names(RecordingHeader.Source.self), names(Provenance.self), names(DeviceProfile.Gate.Direction.self),
      names(ScreenOrientation.self), names(RecordingHeader.ThermalState.self), names(ScrollRule.self),
      names(FacialSign.self),
    ])
  }()

  /// The valid choices, as a replacement for Swift's message "Cannot initialize Source from invalid String value x".
  private static func choices(_ text: String) -> String? {
    guard
      let match = text.firstMatch(of: /Cannot initialize (\w+) from invalid String value (.*)/.dotMatchesNewlines()),
      let known = names[String(match.1)]
    else { return nil }
    let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
    return "is \"\(match.2.prefix(40))\"; expected one of \(list)"
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

// `localizedDescription`, which alerts show, is a generic sentence for every error that is not a `LocalizedError`. The
// types are listed here, because GazePipeline, where two of them are, does not import Foundation.

extension UnknownNameError: LocalizedError {
  /// The error in one line, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension SampleError: LocalizedError {
  /// The fault in one line, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension SessionLife.Failure: LocalizedError {
  /// The sentence to show, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension DevicePipeline.Failure: LocalizedError {
  /// The mismatch and what to do, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension DisplayTransformError: LocalizedError {
  /// The fault and what to do, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension PerspectiveViewError: LocalizedError {
  /// The fault and what is expected, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
