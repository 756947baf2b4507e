public import GazeMetrics
public import GazeRecording
private import Foundation

/// Limits of a user's own: `{"schema":"gazesim.limits","version":1,"limits":[{"metric":…,"limit":…,"direction":"max"}]}`.
///
/// A limit may also say by which share its figure may get worse against a baseline, `"margin":0.1`, and for which version of
/// its metric it was set, `"version":2`; without it that is 1.
public struct LimitsFile: Sendable, Decodable {
  /// `gazesim.limits`.
  public var schema: String
  /// Version of this layout.
  public var version: Int
  /// The limits.
  public var limits: [Gate]
  /// How much worse than a baseline a figure may be, relative, by metric; those that the file gives.
  public private(set) var margins: [String: Double] = [:]

  private enum CodingKeys: String, CodingKey {
    case schema, version, limits
  }

  private struct Margins: Decodable {
    struct Margin: Decodable {
      var metric: String
      var margin: Double?
    }
    var limits: [Margin]
  }

  /// Reads and checks a file.
  ///
  /// - Throws: where it cannot be read, is no list of limits, or names a metric that does not exist.
  public init(path: String) throws(FileError) {
    let data = try FileContents.read(path, limit: 1 << 20)
    do {
      self = try JSONDecoder().decode(LimitsFile.self, from: data)
      for limit in try JSONDecoder().decode(Margins.self, from: data).limits { margins[limit.metric] = limit.margin }
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
    for (index, limit) in limits.enumerated() {
      if !limit.limit.isFinite {
        throw FileError(path: path, field: "limits.\(index).limit", message: "expected a finite number")
      }
      if !(1...1000).contains(limit.version) {
        throw FileError(
          path: path, field: "limits.\(index).version",
          message: "is \(limit.version); expected the version of the metric, from 1")
      }
    }
    for (index, limit) in limits.enumerated() {
      // Twice the same question would count twice among those that must not flake.
      let isTwice = limits[..<index].contains { $0.metric == limit.metric && $0.direction == limit.direction }
      guard !isTwice else {
        throw FileError(
          path: path, field: "limits.\(index).metric",
          message: "\"\(TerminalText.line(limit.metric.prefix(80)))\" has a limit on this side already; keep one")
      }
      guard let margin = margins[limit.metric], !(0...10).contains(margin) else { continue }
      throw FileError(
        path: path, field: "limits.\(index).margin",
        message: "is \(margin); expected a share from 0 to 10, 0.05 for 5 %")
    }
  }
}

extension Gate {
  /// A profile's limit.
  public init(_ gate: Profile.Gate) {
    self.init(
      metric: gate.metric, limit: gate.limit, direction: gate.direction == .max ? .max : .min,
      version: gate.version ?? 1)
  }
}
