package import GazeRecording
package import GazeSimulation

/// Format that a comparison is written in. JSON is the truth; all others show a part of it.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  case json, md, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  package init(path: String) throws(FileError) { try self.init(ending: path) }
}

/// Options of `compare` beside a run.
package struct ComparisonChoice<R: Rig>: Sendable {
  /// The contestants.
  package var pipelines = R.pipelines
  /// The devices of a rig's table of devices.
  package var devices: [DeviceProfile] = []

  // MARK: Gaze

  /// Rows a pipeline.
  package var arms = GazeComparison.ArmChoice.constants
  /// Degrees back from upright.
  package var reclines: [Double] = []
  /// Splits of the raw error to show ranges over; nil shows none.
  package var splits: [ErrorSplit]?

  /// All pipelines.
  package init() {}
}

/// A comparison in every format.
package struct WrittenComparison {
  /// The whole of it.
  package let json: any Encodable
  /// As a person reads it in a terminal.
  package let lines: [String]
  /// As Markdown.
  package let markdown: () -> String
  /// As CSV.
  package let csv: () -> String
  /// As one HTML page that needs nothing else.
  package let html: () -> String
}

extension Rig {
  /// The pipelines side by side, metric by metric, under each of the rig's conditions.
  package static func compare(
    _ run: Run<Self>, _ choice: ComparisonChoice<Self>, jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> WrittenComparison {
    let report = try await Comparison(
      run, pipelines: choice.pipelines, devices: choice.devices, jobs: jobs, progress: progress)
    return WrittenComparison(
      json: report, lines: ComparisonText.lines(report), markdown: { report.markdown }, csv: { report.csv },
      html: { report.html })
  }
}

extension GazeRig {
  /// The pipelines with what each could be given, recline by recline.
  package static func compare(
    _ run: Run<GazeRig>, _ choice: ComparisonChoice<GazeRig>, jobs: Int,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws -> WrittenComparison {
    let comparison = GazeComparison(
      run, reclines: choice.reclines, arms: GazeComparison.arms(choice.pipelines, choice.arms))
    let splits = choice.splits ?? []
    let passes = Double(splits.count + 1)
    let (rows, tracks) = try await comparison.rowsAndTracks(jobs: jobs) { progress($0 / passes) }
    let ranges = try await comparison.ranges(over: splits, jobs: jobs) { progress((1 + $0 * (passes - 1)) / passes) }
    let report = GazeComparisonReport(
      comparison, rows: rows, splits: choice.splits == nil ? nil : ranges, replay: tracks)
    return WrittenComparison(
      json: report, lines: GazeComparisonText.lines(report), markdown: { report.markdown }, csv: { report.csv },
      html: { report.html })
  }
}
