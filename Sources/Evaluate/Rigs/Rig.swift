public import GazeMetrics
public import GazeRecording
public import GazeSimulation
public import GazeTesting

/// A system that is simulated, recorded, run, fitted and judged. `gazesim --rig NAME` finds it in `Rigs.all`; docs/rigs.md
/// says how another one joins.
///
/// What a rig says here is all that differs between rigs; scenarios, recordings, jobs, intervals, looks, gates, baselines,
/// reports and pages are the same code for all of them.
public protocol Rig: SimulatedRig {
  /// One person's figures.
  associatedtype Person: MeasuredPerson
  /// One pipeline on one person's samples.
  associatedtype Trial: RigTrial where Trial.Sample == Sample, Trial.Person == Person
  /// The fit of `gazesim calibrate`.
  associatedtype Fit: RigFit where Fit.Observation == Sample.Observation

  /// One sentence: what the system does.
  static var summary: String { get }
  /// What errors are measured against where the simulator's truth is there: `the simulator's true head`.
  static var truth: String { get }
  /// What they are measured against in a recording without it: `the attitude that the app stated`.
  static var standIn: String { get }
  /// The device when nobody says otherwise.
  static var defaultDevice: String { get }
  /// What an evaluation does when nobody says otherwise.
  static var defaultScenarios: [Task] { get }
  /// What a calibration does when nobody says otherwise.
  static var calibrationScenario: Task { get }
  /// The pipelines, the one that is judged by default last.
  static var pipelines: [RigPipeline] { get }
  /// The pipelines' numbers that a profile, a calibration file or nobody may set.
  static var settings: [RigSetting] { get }
  /// Regression limits of the default device.
  static var limits: [Gate] { get }
  /// Those of a device whose profile states none; `limits` unless a rig's figures grow with the screen.
  static func defaultLimits(of profile: Profile) -> [Gate]
  /// The metrics that the page, the terminal and `compare` show first, most important first.
  static var headlines: [String] { get }

  /// Refuses what no trial and no fit can work with: a view without a size. Asked before either, once a recording and once
  /// a simulated scenario; where it was not asked, a trial still traps on nothing.
  ///
  /// - Throws: an error of one line that says what was found, what was expected and what to do.
  static func check(_ setup: RigSetup) throws
  /// A person's trial at its start.
  static func trial(_ pipeline: String, _ setup: RigSetup, participant: Int) -> Trial
  /// A fit without data yet.
  static func fit(_ setup: RigSetup) -> Fit
  /// What a reader must know beside the figures: what was not observable, what the article does differently.
  static func remarks(_ people: [Person], _ subject: RigSubject) -> [String]
  /// The rig's own parts of the page: the head, the skeleton on the phone, the sphere. HTML, everything escaped.
  static func sections(_ people: [Person], _ subject: RigSubject) -> [String]
  /// What differs from device to device, for `compare`; nil where nothing does.
  static func table(of profiles: [Profile]) throws -> RigDeviceTable?
  /// What `compare` runs the pipelines under, the hardest first; none is one run as it was asked for. A condition is left out, with
  /// all others, where a constant that it sets was set by hand.
  static var conditions: [RigCondition] { get }
  /// What `compare` varies under the first condition, for the first headline alone: constants that nobody knows. One whose constant
  /// was set by hand is left out.
  static var sweep: [RigCondition] { get }
  /// What `replay` shows of a sample: the trial's output in a few named numbers, in the pipelines' own units.
  static func replayed(_ trial: Trial) -> [(name: String, unit: String, value: Double)]
}

extension Rig {
  /// Marks, cues, stated poses: whatever a recording has instead of a truth.
  public static var standIn: String { "what the recording itself states, for it holds no truth" }

  /// The same for all devices.
  public static func defaultLimits(of profile: Profile) -> [Gate] { limits }

  /// Nothing differs from device to device.
  public static func table(of profiles: [Profile]) throws -> RigDeviceTable? { nil }

  /// One run.
  public static var conditions: [RigCondition] { [] }

  /// Nothing is varied.
  public static var sweep: [RigCondition] { [] }

  /// Nothing can be wrong.
  public static func check(_ setup: RigSetup) throws {}

  /// The same for a recording: the error names its file and its header's part.
  public static func check(_ setup: RigSetup, path: String) throws(FileError) {
    do { try check(setup) } catch { throw FileError(path: path, field: "constants", message: "\(error)") }
  }
}

/// One pipeline on one person's samples, a sample at a time. Memory does not grow with a recording's length.
public protocol RigTrial: Sendable {
  associatedtype Sample: RigSample
  associatedtype Person: MeasuredPerson

  /// Takes a sample in.
  mutating func take(_ sample: Sample)
  /// What came out of it.
  mutating func close() -> Person
}

/// A least-squares fit to what apps may see. Memory does not grow with a recording's length.
public protocol RigFit: Sendable {
  associatedtype Observation: Sendable

  /// The samples that follow are another recording's: time may begin again. A participant's number means the same person.
  /// Called before each recording, the first one too.
  mutating func begin()
  /// Takes an observation in.
  mutating func add(_ observation: Observation, participant: Int)
  /// The fit.
  ///
  /// - Throws: `RigFitFailure` where the data do not hold what it needs.
  func solved() throws -> RigFitResult
}

extension RigFit {
  /// Nothing: the fit looks at no time.
  public mutating func begin() {}
}

/// Data that hold too little for a fit, and what would help.
public struct RigFitFailure: Error, Sendable, CustomStringConvertible {
  /// One line.
  public var description: String

  /// A failure from its sentence.
  public init(_ description: String) { self.description = description }
}

/// A pipeline of a rig.
public struct RigPipeline: Sendable, Equatable {
  /// As in `--pipeline`: `article2024`, `standard`.
  public var name: String
  /// What it does, in a sentence.
  public var summary: String
  /// Where it comes from: the article and its year, or this project.
  public var source: String
  /// As published; else the project's own.
  public var isArticle: Bool
  /// What is not said in the source and had to be assumed.
  public var assumptions: [String]
  /// The names of the rig's settings that it takes, for reports; nil is all of them.
  public var settings: [String]?

  /// A pipeline from its parts.
  public init(
    _ name: String, _ summary: String, source: String, isArticle: Bool, assumptions: [String] = [],
    settings: [String]? = nil
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.isArticle = isArticle
    self.assumptions = assumptions
    self.settings = settings
  }
}

/// A number that the pipelines of a rig take: its default stands here, a profile's section goes before it, a calibration
/// file before both.
public struct RigSetting: Sendable, Equatable {
  /// Such as `latencyMilliseconds`.
  public var name: String
  /// Of `value`: `deg`, `ms`, `pt`, `1`.
  public var unit: String
  /// When nobody says otherwise.
  public var value: Double
  /// What is allowed.
  public var range: ClosedRange<Double>
  /// Where the default comes from.
  public var provenance: Provenance
  /// Source or reason.
  public var source: String

  /// A setting from its parts.
  public init(
    _ name: String, _ unit: String, _ value: Double, _ range: ClosedRange<Double>, _ provenance: Provenance,
    _ source: String
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.range = range
    self.provenance = provenance
    self.source = source
  }

  /// The range in words: `0.0 to 400.0 ms`.
  package var expected: String {
    "\(range.lowerBound) to \(range.upperBound)" + (unit == "1" ? "" : " \(unit)")
  }
}

/// What a trial or a fit may know beforehand.
public struct RigSetup: Sendable {
  /// The device.
  public var profile: Profile
  /// The recording's header: the interface's points and orientation, the nominal rate, and the rig's own constants.
  public var header: RecordingHeader
  /// Every setting of the rig, by name, in its unit.
  public var settings: [String: Double]

  /// A setup from its parts.
  public init(profile: Profile, header: RecordingHeader, settings: [String: Double]) {
    self.profile = profile
    self.header = header
    self.settings = settings
  }

  /// A setting in force, in its unit.
  ///
  /// - Precondition: `Rig.settings` lists the name. Names stand in the source alone, never in a file, so one that is not
  ///   listed is misspelt there.
  public subscript(name: String) -> Double {
    guard let value = settings[name] else { preconditionFailure("no setting is named \(name)") }
    return value
  }
}

/// What an evaluation is of, as sections and remarks need it.
public struct RigSubject: Sendable {
  /// The device.
  public var profile: Profile
  /// The pipeline's name.
  public var pipeline: String
  /// Scenarios, joined with `+`.
  public var scenario: String
  /// Simulated or recorded.
  public var source: RecordingHeader.Source
  /// The settings in force.
  public var settings: [String: Double]
  /// Whom its people stand for.
  public var population = Population.simulated
}
