package import GazeRecording
import GazeSimulation
import GazeTesting

/// A pipeline by name: what it is, where it comes from, what had to be assumed, and how it is made.
package struct Pipeline<R: Rig>: Sendable {
  /// What a pipeline learns of a person in an earlier session.
  package enum Learning: Sendable {
    /// Nothing.
    case nothing
    /// Something of its own from five points.
    case fivePoints
    /// A `PersonCalibration` from five points, or from a calibration file.
    case person
  }

  /// What is said of it in reports.
  package let facts: PipelineFacts
  /// The names of the rig's settings that it takes, for reports; nil is all of them.
  package let settings: [String]?
  /// What it learns of a person beforehand.
  package let learns: Learning
  /// How it is made, as its rig makes pipelines.
  package let engine: R.Engine

  /// A pipeline from its facts.
  ///
  /// - Parameters:
  ///   - source: the article and its year, a repository, or this project.
  ///   - smoothing: its own, in words; nil where it is the one that was chosen.
  package init(
    _ name: String, _ summary: String, source: String, kind: PipelineFacts.Kind, assumptions: [String] = [],
    smoothing: String? = nil, settings: [String]? = nil, learns: Learning = .nothing, engine: R.Engine
  ) {
    facts = PipelineFacts(
      name: name, kind: kind, summary: summary, source: source, smoothing: smoothing, assumptions: assumptions)
    self.settings = settings
    self.learns = learns
    self.engine = engine
  }

  /// As in `--pipeline`: `article2024`, `standard`.
  package var name: String { facts.name }

  /// A trial of it on one person's samples, at its start.
  func trial(_ setup: Setup, participant: Int) -> any Trial<R.Sample, R.Output, R.Person> {
    R.trial(self, setup, participant: participant)
  }
}

extension Pipeline: Equatable {
  /// By their names, of which a rig has each once.
  package static func == (one: Pipeline, other: Pipeline) -> Bool { one.name == other.name }
}

/// What a pipeline is, where it comes from, and what had to be assumed to run it here.
package struct PipelineFacts: Sendable, Equatable, Codable {
  /// Whose it is.
  package enum Kind: String, Sendable, Codable {
    /// Of an article.
    case article
    /// A reproduction from published code.
    case reproduction = "reproduction from published code"
    /// The project's own.
    case own = "the project's own"
  }

  /// The pipeline's name.
  package var name: String
  /// Whose it is.
  package var kind: Kind
  /// What it does, in a line.
  package var summary: String
  /// The source, with the repository's name.
  package var source: String
  /// Its smoothing; nil where it is the one that was chosen.
  package var smoothing: String?
  /// What was assumed, a clause each; empty where nothing had to be.
  package var assumptions: [String]
}

extension Rig {
  /// The pipeline that is judged by default.
  package static var standard: Pipeline<Self> { pipelines[pipelines.count - 1] }

  /// The pipeline with this name.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  package static func pipeline(named name: String) throws(UnknownNameError) -> Pipeline<Self> {
    if let pipeline = pipelines.first(where: { $0.name == name }) { return pipeline }
    throw UnknownNameError(
      kind: isUsual ? "pipeline" : "pipeline of the rig \(Self.name)", name: name, among: pipelines.map(\.name),
      listing: isUsual ? "gazesim compare --help" : "gazesim compare --rig \(Self.name)")
  }

  /// The rig of commands that name none.
  package static var isUsual: Bool { name == GazeRig.name }
}
