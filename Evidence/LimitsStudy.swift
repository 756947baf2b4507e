import Foundation
import GazeMetrics
import GazePipeline

@testable import Evaluate
@testable import StudySupport

/// Compares the inputs of the default limits with those that they were made from.
struct LimitsStudy: ClaimStudy {
  static let name = "limits"
  static let question = "Are the default limits as new as what they were made from?"

  /// A set of limits, with its inputs then and now.
  struct Row: Sendable, Encodable, Equatable {
    /// Name of the set.
    var name: String
    var rig: String
    /// Number of devices that the set is for.
    var devices: Int
    /// Digests of the present inputs, by name.
    var inputs: [String: String]
    /// Names of the inputs that have changed since the limits were made.
    var changes: [String]
  }

  static let isDivisible = false
  private var isJSON = false

  init() {}

  init(_ words: inout Words) throws { isJSON = try words.flag("json") }

  func rows(_ runner: StudyRunner) async throws -> [Row] {
    var rows: [Row] = []
    for (index, limits) in DefaultLimits.all.enumerated() {
      rows.append(try await row(limits, try Rigs.named(limits.rig), jobs: runner.jobs))
      runner.progress(Double(index + 1) / Double(DefaultLimits.all.count))
    }
    return rows
  }

  private func row<R: Rig>(_ limits: DefaultLimits, _: R.Type, jobs: Int) async throws -> Row {
    let inputs = try await LimitsInputs.all(of: limits, R.self, jobs: jobs)
    return Row(
      name: limits.name, rig: limits.rig, devices: limits.devices.count, inputs: inputs.digests,
      changes: limits.changes(since: inputs))
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let rows = try await rows(runner)
    if isJSON {
      return StudyTable(title: [String(decoding: try JSONEncoder().encode(rows), as: UTF8.self)], parts: [])
    }
    let old = rows.filter { !$0.changes.isEmpty }.map(\.name)
    let columns: [StudyColumn<Row>] = [
      .init("limits", \.name), .init("rig", \.rig), .init("devices", count: \.devices),
      .init("older than") { $0.changes.isEmpty ? "-" : $0.changes.joined(separator: ", ") },
    ]
    return StudyTable(
      title: ["default limits against the inputs that they were made from (script/limits)"],
      parts: [StudyPart(rows, columns)],
      conclusion: old.isEmpty
        ? "all \(rows.count) sets of default limits are up to date"
        : "older than their inputs: \(old.joined(separator: ", ")); make them again with script/limits")
  }
}
