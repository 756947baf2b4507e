import Foundation
import Testing

/// Runs a script with the first Python that has `package`; nil where none has.
struct Python {
  let name: String

  init?(with package: String) {
    let found = ["python3", "/usr/bin/python3"].first { name in
      (try? Self.run(name, ["-c", "import \(package)"]))?.status == 0
    }
    guard let found else { return nil }
    name = found
  }

  func callAsFunction(_ script: String, _ arguments: String...) throws -> String {
    let outcome = try Self.run(name, ["-W", "ignore", "-c", script] + arguments)
    try #require(outcome.status == 0, "\(outcome.text)")
    return outcome.text
  }

  private static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

let numPy = Python(with: "numpy")
let pandas = Python(with: "pandas")
