import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Format of a comparison. JSON is complete; the others show a part of it.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  case json, md, csv, html, svg

  /// Creates the format from a file's ending.
  ///
  /// - Throws: if the ending is unknown.
  package init(path: String) throws(FileError) { try self.init(ending: path) }
}

/// Options of `compare` in addition to those of a run.
package struct ComparisonChoice<R: Rig>: Sendable {
  /// The pipelines to compare.
  package var pipelines = R.pipelines
  /// Further rows of `standard`.
  package var variants = StandardVariants()
  /// The devices to list in a rig's table of differences between devices.
  package var devices: [DeviceProfile] = []

  // MARK: Gaze

  /// Variants of each pipeline that have a row in the table.
  package var arms = GazeComparison.ArmChoice.constants
  /// Reclines of the phone to compare, degrees back from upright.
  package var reclines: [Double] = []
  /// Splits of the raw error into its parts for which the comparison is repeated, so that ranges can be shown; nil
  /// shows no ranges.
  package var splits: [ErrorSplit]?
  /// Number of draws of people and phone that are pooled.
  package var draws = 1

  /// Creates the default: all pipelines.
  package init() {}
}

/// A comparison in every format.
package struct WrittenComparison {
  /// The complete comparison.
  package let json: any Encodable
  /// Text for the terminal, with everything.
  package let lines: [String]
  /// Makes the short form for a command line; true shows all rows.
  package let brief: (_ command: Invocation, _ all: Bool) -> Document
  /// Makes the Markdown.
  package let markdown: () -> String
  /// Makes the CSV.
  package let csv: () -> String
  /// Makes one HTML page that needs no other file.
  package let html: () -> String
  /// Makes the picture of the rows with their intervals.
  package let ranges: () -> String
}

extension Rig {
  /// Compares the pipelines, metric by metric, under each of the rig's conditions.
  package static func compare(
    _ run: Run<Self>, _ choice: ComparisonChoice<Self>, jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> WrittenComparison {
    let report = try await Comparison(
      run, pipelines: choice.pipelines, variants: choice.variants, devices: choice.devices, jobs: jobs,
      progress: progress)
    return WrittenComparison(
      json: report, lines: ComparisonText.lines(report), brief: { ComparisonBrief.brief(report, $0, all: $1) },
      markdown: { report.markdown }, csv: { report.csv },
      html: { report.html }, ranges: { report.rangesPicture })
  }
}

extension GazeRig {
  /// Compares the pipelines at each recline of the phone, each pipeline with every calibration that an app could give
  /// it.
  package static func compare(
    _ run: Run<GazeRig>, _ choice: ComparisonChoice<GazeRig>, jobs: Int,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws -> WrittenComparison {
    var variants = choice.variants
    variants.ownRule = run.setup.trigger.rule
    // In a closed loop the reader cannot be better served than by a tracker without errors.
    variants.showsIdeal = variants.hasChoices && run.loop == .closed && run.simulation.preset.name != "ideal"
    var comparison = GazeComparison(
      run, reclines: choice.reclines,
      arms: GazeComparison.arms(choice.pipelines, choice.arms, variants: variants))
    comparison.draws = 0..<choice.draws
    let splits = choice.splits ?? []
    let all = try await GazeComparison.results(
      of: [comparison] + comparison.varied(over: splits), jobs: jobs, progress: progress)
    let ranges = GazeComparison.ranges(splits, all.dropFirst().map(\.rows))
    let report = GazeComparisonReport(comparison, all[0], splits: choice.splits == nil ? nil : ranges)
    return WrittenComparison(
      json: report, lines: GazeComparisonText.lines(report),
      brief: { GazeComparisonBrief.brief(report, $0, all: $1) }, markdown: { report.markdown }, csv: { report.csv },
      html: { report.html }, ranges: { report.rangesPicture })
  }
}
