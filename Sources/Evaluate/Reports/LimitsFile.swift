public import GazeMetrics
public import GazeRecording
private import Foundation

/// Limits of a user's own: `{"schema":"gazesim.limits","version":1,"limits":[{"metric":…,"limit":…,"direction":"max"}]}`.
public struct LimitsFile: Sendable, Codable {
  /// `gazesim.limits`.
  public var schema: String
  /// Version of this layout.
  public var version: Int
  /// The limits.
  public var limits: [Gate]

  /// Reads and checks a file.
  ///
  /// - Throws: where it cannot be read, is no list of limits, or names a metric that does not exist.
  public init(path: String) throws(FileError) {
    let data = try FileContents.read(path, limit: 1 << 20)
    do {
      self = try JSONDecoder().decode(LimitsFile.self, from: data)
    } catch {
      throw FileError(error, path: path, json: data)
    }
    guard schema == "gazesim.limits", version == 1 else {
      throw FileError(
        path: path, field: "schema",
        message:
          "is \"\(TerminalText.line(schema.prefix(40)))\", version \(version); expected \"gazesim.limits\", version 1")
    }
    guard !limits.isEmpty else { throw FileError(path: path, field: "limits", message: "expected at least one limit") }
    for (index, limit) in limits.enumerated() where !limit.limit.isFinite {
      throw FileError(path: path, field: "limits.\(index).limit", message: "expected a finite number")
    }
  }
}

extension Gate {
  /// A profile's limit.
  public init(_ gate: Profile.Gate) {
    self.init(metric: gate.metric, limit: gate.limit, direction: gate.direction == .max ? .max : .min)
  }
}
