import Foundation
import GazeRecording
import TestSupport
import Testing

/// Validates JSON with one of the published schemas by Python's `jsonschema`, if it is installed.
enum JSONSchema {
  /// Reason that a skipped test gives.
  static let absence: Comment = "needs a python3 with the package jsonschema (Debian: python3-jsonschema)"

  static let python = Python(with: "jsonschema")

  /// Violations in documents, a line each; empty if all are valid.
  ///
  /// - Parameter schema: name of the schema, such as `profile`.
  static func violations(of documents: [String], schema: String) throws -> [String] {
    let folder = try ScratchFolder()
    let files = try documents.enumerated().map { try folder.write($1, to: "\($0).json") }
    let checker = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      jsonschema.Draft202012Validator.check_schema(schema)
      for path in sys.argv[2:]:
        for error in jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(path, encoding="utf-8"))):
          print(error.json_path, error.message[:200].replace("\\n", " "))
      """
    let path = packageRoot.appending(path: "schemas/\(schema).schema.json").path
    let python = try #require(python)
    return try python(checker, [path] + files).split(separator: "\n").map(String.init)
  }
}

/// Checksums of parts and reports that a test has changed, by an implementation of their own.
enum Sealing {
  /// CRC-32/ISO-HDLC, bit by bit, in eight hexadecimal digits.
  private static func crc32(_ text: String) -> String {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in text.utf8 {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let digits = String(~sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// A part with the right checksum in each line.
  static func part(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let object = line.replacing(/,"crc32":"[0-9a-f]{8}"}$/, with: "}").dropLast()
      return object + ",\"crc32\":\"\(crc32(String(object)))\"}\n"
    }.joined()
  }

  /// The result of merged parts without the words that say so: the bytes of the whole.
  static func unmerged(_ text: String, parts count: Int) -> String {
    report(text.replacing(",\n    \"mergedParts\" : \(count)", with: ""))
      .replacing(", merged from \(count) part\(count == 1 ? "" : "s")", with: "")
  }

  /// A report with the right checksum.
  static func report(_ text: String) -> String {
    let open = text.replacing(/"checksum" : "[0-9a-f]{8}"/, with: "\"checksum\" : \"00000000\"")
    var (kept, isText, isEscaped) = ([UInt8](), false, false)
    for byte in open.utf8 where isText || ![0x20, 0x0A, 0x0D, 0x09].contains(byte) {
      kept.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
    }
    let sum = crc32(String(decoding: kept, as: UTF8.self))
    return open.replacing("\"checksum\" : \"00000000\"", with: "\"checksum\" : \"\(sum)\"")
  }
}

/// One calibration of two simulated people, made once for all the tests that look at it: the trigger alone, which is
/// tuned on people of its own, takes 5 s of a core.
struct SimulatedCalibration: Sendable {
  /// The command's output.
  let outcome: Command.Outcome
  /// The names of the files that it wrote.
  let names: [String]
  /// The file's contents.
  let text: String

  private static let made = Task {
    let gazesim = try Command()
    let outcome = try await gazesim("calibrate --details --device iphone12mini --participants 2")
    return SimulatedCalibration(
      outcome: outcome, names: gazesim.folder.names, text: try gazesim.folder.text(of: "iphone12mini.calibration.json"))
  }

  static func shared() async throws -> SimulatedCalibration { try await made.value }

  func file() throws -> CalibrationFile { try CalibrationFile(json: Data(text.utf8), path: "c.json") }
}

/// JSON of a limits file.
func limits(_ limits: (metric: String, limit: Double, direction: String)...) -> String {
  let list = limits.map { #"{"metric":"\#($0.metric)","limit":\#($0.limit),"direction":"\#($0.direction)"}"# }
  return #"{"schema":"gazesim.limits","version":1,"limits":[\#(list.joined(separator: ","))]}"#
}
