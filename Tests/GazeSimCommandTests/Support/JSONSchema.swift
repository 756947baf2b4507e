import Foundation
import TestSupport
import Testing

/// Holds JSON against one of the published schemas with Python's `jsonschema`, where that is installed.
enum JSONSchema {
  /// The reason of a test that is skipped.
  static let absence: Comment = "needs a python3 with the package jsonschema (Debian: python3-jsonschema)"

  static let python = Python(with: "jsonschema")

  /// Each violation of the schema, a line; empty for a valid document.
  ///
  /// - Parameter schema: such as `profile`.
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
