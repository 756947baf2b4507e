import Foundation
import TestSupport
import Testing

/// Validates JSON with one of the published schemas by Python's `jsonschema`, if it is installed.
enum JSONSchema {
  /// Reason that a skipped test gives.
  static let absence: Comment = "needs a python3 with the package jsonschema (Debian: python3-jsonschema)"

  static let python = Python(with: "jsonschema")

  /// Violations in a document, a line each; empty if it is valid.
  ///
  /// - Parameter schema: name of the schema, such as `profile`.
  static func violations(of documents: [Data], schema: String) throws -> [String] {
    let folder = try ScratchFolder()
    let files = try documents.enumerated().map { index, document in
      try document.write(to: URL(fileURLWithPath: folder("\(index).json")))
      return folder("\(index).json")
    }
    let checker = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      jsonschema.Draft202012Validator.check_schema(schema)
      for path in sys.argv[2:]:
        for error in jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(path, encoding="utf-8"))):
          print(error.json_path, error.message[:200].replace("\\n", " "))
      """
    let python = try #require(python)
    return try python(checker, [path(of: schema)] + files).split(separator: "\n").map(String.init)
  }

  static func path(of schema: String) -> String {
    packageRoot.appending(path: "schemas/\(schema).schema.json").path
  }
}
