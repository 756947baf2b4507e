package import Foundation

/// Programs that a test runs to their end.
package enum Program {
  /// Runs a program in `PATH` or at a path; `text` is its standard output and standard error.
  package static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Returns the URL of a product of this package, which is beside the test bundle (macOS) or the test runner (Linux).
  package static func built(_ product: String) throws -> URL {
    let bundle = Bundle(for: Marker.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    let executable = folder.appending(path: product)
    guard FileManager.default.isExecutableFile(atPath: executable.path) else { throw Absence(product: product) }
    return executable
  }

  private struct Absence: Error, CustomStringConvertible {
    var product: String

    var description: String { "no \(product) beside the tests; build the package" }
  }

  private final class Marker {}
}
