public import GazeRecording
public import PortableFoundation

/// Figures of all people with an accepted version of a pipeline, in a file that is reviewed and kept beside the tests:
///
///     let now = try check.baseline(of: "MyPipeline", [.pointerErrorPointsMedian]) { MyPipeline(screen: $0.screen) }
///     try now.write(to: "Tests/baseline.json")    // once, and again after an intended change
///     let accepted = try AccuracyBaseline(path: "Tests/baseline.json")
///     let comparison = try check.compare(to: accepted) { MyPipeline(screen: $0.screen) }
///     #expect(comparison.verdict == .pass, "\(comparison)")
///
/// The file has the layout of the command's baselines (`gazesim.baseline`): the figures first, then a line a person. A
/// baseline belongs to the device, scenario, seed, settings and simulator with which it was made; any other is refused.
public struct AccuracyBaseline: Sendable, Equatable {
  let baseline: Baseline

  init(_ baseline: Baseline) { self.baseline = baseline }

  /// Reads and checks a file.
  ///
  /// - Throws: `FileError` if the file cannot be read, is no baseline, or was edited.
  public init(path: String) throws(FileError) { baseline = try Baseline(path: path) }

  /// Reads and checks a file, such as a test target's resource.
  ///
  /// - Throws: `FileError` if the file cannot be read, is no baseline, or was edited.
  public init(url: URL) throws(FileError) { try self.init(path: url.path) }

  /// Name of the pipeline.
  public var pipeline: String { baseline.facts.pipeline }
  /// Names of the metrics, in alphabetical order.
  public var metrics: [String] { baseline.metrics }
  /// Number of people.
  public var people: Int { baseline.people.count }

  /// Writes the file. An existing baseline is replaced; equal baselines have equal bytes.
  ///
  /// - Throws: `FileError` if the file cannot be written, or if an existing file is no baseline.
  public func write(to path: String) throws {
    if FileManager.default.fileExists(atPath: path) { _ = try Self(path: path) }
    var output = try OutputFile(path: path, force: true)
    try output.write([UInt8](baseline.encoded()))
    try output.commit()
  }

  /// Writes the file. An existing baseline is replaced; equal baselines have equal bytes.
  ///
  /// - Throws: `FileError` if the file cannot be written, or if an existing file is no baseline.
  public func write(to url: URL) throws { try write(to: url.path) }
}
