import Foundation
import Testing

/// Holds JSON against one of the published schemas with Python's `jsonschema`, where that is installed.
enum JSONSchema {
  /// What a test says that is skipped.
  static let absence: Comment = "needs a python3 with the package jsonschema (Debian: python3-jsonschema)"

  /// The first Python that has the package: the one in PATH, or the system's.
  static let python: String? = ["python3", "/usr/bin/python3"].first { name in
    (try? run([name, "-c", "import jsonschema"]))?.status == 0
  }

  /// What a document violates, a line each; none where it is valid.
  ///
  /// - Parameter schema: such as `profile`.
  static func violations(of documents: [Data], schema: String) throws -> [String] {
    let folder = try Scratch()
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
    let outcome = try run([try #require(python), "-c", checker, path(of: schema)] + files)
    try #require(outcome.status == 0, "jsonschema: \(outcome.text)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  static func path(of schema: String) -> String {
    root.appendingPathComponent("schemas/\(schema).schema.json").path
  }

  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
