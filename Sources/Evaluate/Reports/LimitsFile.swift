package import GazeMetrics
package import GazeRecording
package import GazeTesting
private import PortableFoundation

/// A user's limits: `{"schema":"gazesim.limits","version":1,"limits":[{"metric":…,"limit":…,"direction":"max"}]}`.
///
/// A limit may also state the share by which its metric may get worse than in a baseline (`"margin":0.1`), and the
/// version of its metric for which it was set (`"version":2`, by default 1). The file may also declare the intended
/// gain, offset, lag and orientations of the pipeline: `"declared":{"lagMilliseconds":250}`.
package struct LimitsFile: Sendable, Decodable {
  /// `gazesim.limits`.
  package var schema: String
  /// Version of this layout.
  package var version: Int
  /// The limits.
  package var limits: [AccuracyGate]
  /// Allowed relative worsening against a baseline, by metric. It contains only the margins that the file states.
  package private(set) var margins: [String: Double] = [:]

  /// Gain, offset and lag that the pipeline claims for its mapping; nil if the file declares none.
  package private(set) var declared: PointerClaims?

  /// The origin of limits that `gazesim gate --write-limits` wrote; nil for a file written by hand.
  package private(set) var madeFrom: String?

  /// The conditions under which `script/limits` made the limits; nil for all other files.
  package private(set) var provenance: LimitsProvenance?

  private enum CodingKeys: String, CodingKey {
    case schema, version, limits, declared, madeFrom, provenance
  }

  /// Creates limits that are in no file.
  package init(_ limits: [AccuracyGate]) {
    (schema, version, self.limits) = ("gazesim.limits", 1, limits)
  }

  private struct Margins: Decodable {
    struct Margin: Decodable {
      var metric: String
      var margin: Double?
    }
    var limits: [Margin]
  }

  /// Refuses unknown fields, since a misspelt limit or claim would be ignored silently.
  private static func checkFields(_ data: Data, _ path: String) throws(FileError) {
    func check(_ object: JSONValue?, _ knownFields: [String], in parent: String) throws(FileError) {
      guard let object = object?.fields else { return }
      for field in object.keys.sorted() where !knownFields.contains(field) {
        let near = nearest(to: field, among: knownFields).first.map { " (did you mean \($0)?)" } ?? ""
        throw FileError(
          path: path, field: parent + field.prefix(80),
          message: "is no field of a limits file\(near); expected \(knownFields.joined(separator: ", "))")
      }
    }
    guard let file = try? JSONDecoder().decode(JSONValue.self, from: data), let fields = file.fields else { return }
    try check(file, ["schema", "version", "limits", "declared", "madeFrom", "provenance"], in: "")
    try check(fields["declared"], ["gain", "offsetPoints", "lagMilliseconds", "orientations"], in: "declared.")
    for (index, limit) in (fields["limits"]?.elements ?? []).enumerated() {
      try check(limit, ["metric", "limit", "direction", "version", "margin"], in: "limits.\(index).")
    }
  }

  /// Reads and checks a file.
  ///
  /// - Throws: `FileError` if the file cannot be read, does not contain a list of limits, or names a metric that does
  ///   not exist.
  package init(path: String) throws(FileError) {
    let data = try FileContents.read(path, limit: 1 << 20)
    do {
      self = try JSONDecoder().decode(LimitsFile.self, from: data)
      for limit in try JSONDecoder().decode(Margins.self, from: data).limits { margins[limit.metric] = limit.margin }
    } catch {
      throw FileError(error, path: path, json: data)
    }
    try Self.checkFields(data, path)
    guard schema == "gazesim.limits", version == 1 else {
      throw FileError(
        path: path, field: "schema",
        message:
          "is \"\(schema.prefix(40))\", version \(version); expected \"gazesim.limits\", version 1")
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
      // A repeated limit would count twice in the correction for several gates.
      let isTwice = limits[..<index].contains { $0.metric == limit.metric && $0.direction == limit.direction }
      guard !isTwice else {
        throw FileError(
          path: path, field: "limits.\(index).metric",
          message: "\"\(limit.metric.prefix(80))\" already has a limit on this side; keep one")
      }
      guard let margin = margins[limit.metric], !(0...10).contains(margin) else { continue }
      throw FileError(
        path: path, field: "limits.\(index).margin",
        message: "is \(margin); expected a share from 0 to 10, 0.05 for 5 %")
    }
  }
}

/// The part of a limits file's `provenance` that a program compares; the rest is for readers.
package struct LimitsProvenance: Sendable, Equatable, Decodable {
  /// Digests of what the limits were made from, by the names of `LimitsInputs`.
  package var inputs: [String: String]
}

extension AccuracyGate {
  /// Creates a limit from a limit in a device's profile.
  package init(_ gate: DeviceProfile.Gate) {
    self.init(
      metric: gate.metric, limit: gate.limit, direction: gate.direction == .max ? .max : .min,
      version: gate.version ?? 1)
  }
}
