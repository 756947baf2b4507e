package import GazeMetrics
import GazePipeline
public import GazeRecording
public import PortableFoundation

/// A pipeline's accepted results, person by person: a file that was reviewed and is kept beside the code. Later
/// versions of the pipeline are compared with the baseline on the same people.
package struct Baseline: Equatable {
  /// The pipeline and calibrations that were evaluated for the baseline. Later evaluations may have others.
  package struct Facts: Equatable, Codable {
    /// `pipeline`: the pipeline's name; `smoothing`: the smoothing that the pipeline used; `deviceCalibration`:
    /// `profile`, `simulated` or `recorded`; `personCalibration`: `5` or `none`.
    package var pipeline, smoothing, deviceCalibration, personCalibration: String
    /// Index of the random draw of the tracker's noise (`Simulation.noise`).
    package var noise: UInt64

    /// Facts from their parts.
    package init(
      pipeline: String, smoothing: String, deviceCalibration: String, personCalibration: String, noise: UInt64
    ) {
      self.pipeline = pipeline
      self.smoothing = smoothing
      self.deviceCalibration = deviceCalibration
      self.personCalibration = personCalibration
      self.noise = noise
    }
  }

  /// A metric's value over all people in the file, for people who read the file.
  package struct Figure: Equatable, Codable {
    /// Its value.
    @ExplicitNull package var value: Double?
    /// 95 % confidence interval over people.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// The metric's version; nil, as in older files, means 1.
    package var version: Int?
  }

  /// One person's contributions to each metric.
  package struct Person: Equatable {
    /// The participant's number.
    package var participant: Int
    /// True if tracking fails for this person. Such a person is left out of all metrics.
    package var isFailing: Bool
    /// Contributions by metric; metrics without a value for this person are left out.
    package var parts: [String: PeopleEstimate.Part]
  }

  /// The people, their scenarios and the phone.
  package var conditions: ScenarioConditions
  /// The subject of the baseline.
  package var facts: Facts
  /// Values over all people, by metric.
  package var figures: [String: Figure]
  /// The people, who are participants 0, 1, 2, …
  package var people: [Person]

  /// Names of the baseline's metrics, in alphabetical order.
  package var metrics: [String] { figures.keys.sorted() }

  /// A baseline of people.
  ///
  /// - Parameters:
  ///   - estimate: returns a metric's estimate over the people.
  ///   - part: returns one person's contribution to a metric, zero if the sensor fails for the person.
  package init<Measure: MeasuredPerson>(
    _ conditions: ScenarioConditions, _ facts: Facts, isFailing: [Bool], metrics: [PeopleMetric<Measure>],
    estimate: (PeopleMetric<Measure>) -> PeopleEstimate?, part: (PeopleMetric<Measure>, Int) -> PeopleEstimate.Part
  ) {
    self.conditions = conditions
    self.facts = facts
    figures = [:]
    for metric in metrics {
      let estimate = estimate(metric)
      figures[metric.name] = Figure(
        value: estimate.map { Self.short($0.value) },
        ci95: estimate?.interval.interval.flatMap { ConfidenceInterval(Self.short($0.lower), Self.short($0.upper)) },
        version: metric.version)
    }
    people = isFailing.indices.map { index in
      var person = Person(participant: index, isFailing: isFailing[index], parts: [:])
      for metric in metrics {
        let part = part(metric, index)
        if part.denominator > 0 { person.parts[metric.name] = part }
      }
      return person
    }
  }

  /// `fnv1a64:` followed by a digest of the figures and of each person's contributions.
  var peopleHash: String {
    var digest = ScenarioDigest()
    func add(_ number: Double?) { digest.add(number.map { Int64(bitPattern: $0.bitPattern) } ?? .min) }
    for (name, figure) in figures.sorted(by: { $0.key < $1.key }) {
      digest.add(name)
      for number in [figure.value, figure.ci95?.lower, figure.ci95?.upper] { add(number) }
      digest.add(Int64(figure.version ?? 1))
    }
    for person in people {
      digest.add(person.isFailing ? 1 : 0)
      for (name, part) in person.parts.sorted(by: { $0.key < $1.key }) {
        digest.add(name)
        add(part.numerator)
        add(part.denominator)
      }
    }
    return "fnv1a64:" + digest.text
  }

  /// The value with six digits, for reading only; comparisons do not use it.
  private static func short(_ value: Double) -> Double {
    Double(NumberText.general(value, 6)) ?? value
  }

  /// The error for a metric whose value in the baseline was computed by another version of the metric; nil if the
  /// version is the same or the baseline has no value.
  package func outdated<Person>(_ metric: PeopleMetric<Person>) -> OutdatedMetricError? {
    figures[metric.name].flatMap { metric.outdated($0.version ?? 1) }
  }

  /// Contributions to a metric by the people whose number is below `count`; zero for people for whom tracking fails.
  package func parts(_ metric: String, _ count: Int) -> [PeopleEstimate.Part] {
    people.prefix(count).map { $0.isFailing ? .init(0, 0) : $0.parts[metric] ?? .init(0, 0) }
  }
}

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
