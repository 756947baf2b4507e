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
