import Foundation
import GazeMetrics
import GazePipeline

@testable import Evaluate
@testable import StudySupport

/// Compares the inputs of the default limits with those that they were made from.
struct LimitsStudy: Study {
  static let name = "limits"
  static let question = "Are the default limits as new as what they were made from?"

  /// A set of limits, with its inputs then and now; `script/limits` reads it as JSON.
  struct Row: Encodable {
    /// Name of the set.
    let name: String
    let rig: String
    /// Number of devices that the set is for.
    let devices: Int
    /// Digests of the present inputs, by name.
    let inputs: [String: String]
    /// Names of the inputs that have changed since the limits were made.
    let changes: [String]
  }

  private var isJSON = false

  init() {}

  init(_ options: inout Options) throws { isJSON = try options.flag("json") }

  func rows(jobs: Int) async throws -> [Row] {
    var rows: [Row] = []
    for limits in DefaultLimits.all { rows.append(try await row(limits, try Rigs.named(limits.rig), jobs: jobs)) }
    return rows
  }

  private func row<R: Rig>(_ limits: DefaultLimits, _: R.Type, jobs: Int) async throws -> Row {
    let inputs = try await LimitsInputs.all(of: limits, R.self, jobs: jobs)
    return Row(
      name: limits.name, rig: limits.rig, devices: limits.devices.count, inputs: inputs.digests,
      changes: limits.changes(since: inputs))
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    // Each set is an evaluation of its own, so its people are not those that a share divides.
    let rows = try await Shards.$mode.withValue(nil) { try await self.rows(jobs: runner.jobs) }
    if isJSON {
      return StudyTable(title: [String(decoding: try JSONEncoder().encode(rows), as: UTF8.self)], parts: [])
    }
    let columns: [StudyColumn<Row>] = [
      .init("limits", \.name), .init("rig", \.rig), .init("devices", \.devices),
      .init("older than") { $0.changes.isEmpty ? "-" : $0.changes.joined(separator: ", ") },
    ]
    return StudyTable(
      title: [
        "\(rows.count { !$0.changes.isEmpty }) of \(rows.count) sets are older than their inputs (script/limits)"
      ],
      parts: [StudyPart(nil, rows, columns)])
  }
}
