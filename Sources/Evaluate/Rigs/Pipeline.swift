package import GazeRecording
import GazeSimulation
import GazeTesting

/// A named pipeline with its facts and the closure that makes it.
package struct Pipeline<R: Rig>: Sendable {
  /// Person-specific knowledge that a pipeline gains from an earlier session.
  enum Learning: Sendable {
    /// Nothing.
    case nothing
    /// The pipeline's own kind of calibration, from five points.
    case fivePoints
    /// A `PersonCalibration` from five points, or from a calibration file.
    case person
  }

  /// Facts for reports.
  let facts: PipelineFacts
  /// The names of the rig's settings that the pipeline uses, for reports; nil means all of them.
  let settings: [String]?
  /// Person-specific knowledge from an earlier session.
  let learns: Learning
  /// The rig's recipe for making the pipeline.
  let engine: R.Engine
  /// Throws the failure of a pipeline that can fail, such as an external program.
  private let failure: @Sendable (Int?) throws -> Void

  /// A pipeline from its facts.
  ///
  /// - Parameters:
  ///   - source: the article and its year, a repository, or this project.
  ///   - smoothing: the pipeline's own smoothing, in words; nil if it uses the smoothing chosen for the run.
  ///   - failure: throws the failure of a pipeline that can fail, as `checkFailure(for:)` does.
  init(
    _ name: String, _ summary: String, source: String, kind: PipelineFacts.Kind, assumptions: [String] = [],
    smoothing: String? = nil, settings: [String]? = nil, learns: Learning = .nothing, engine: R.Engine,
    failure: @escaping @Sendable (_ participant: Int?) throws -> Void = { _ in }
  ) {
    facts = PipelineFacts(
      name: name, kind: kind, summary: summary, source: source, smoothing: smoothing, assumptions: assumptions)
    self.settings = settings
    self.learns = learns
    self.engine = engine
    self.failure = failure
  }

  /// Throws the failure of a pipeline that can fail, such as an external program; called after each take.
  ///
  /// - Parameter participant: the person's place in the run. Failures of later people, who may be ahead on other cores,
  ///   are then not thrown. Nil means everybody.
  package func checkFailure(for participant: Int? = nil) throws { try failure(participant) }

  /// The pipeline's name as in `--pipeline`: `article2024`, `standard`.
  package var name: String { facts.name }

  /// A trial of the pipeline on one person's samples, before the first sample.
  func trial(_ setup: Setup, participant: Int) -> R.AnyTrial {
    R.trial(self, setup, participant: participant)
  }
}

extension Pipeline: Equatable {
  /// True if both have the same name; names are unique within a rig.
  package static func == (one: Pipeline, other: Pipeline) -> Bool { one.name == other.name }
}

/// Facts about a pipeline: its method, its source, and the assumptions that were necessary to run it here.
package struct PipelineFacts: Sendable, Equatable, Codable {
  /// Origin of a pipeline.
  enum Kind: String, Sendable, Codable {
    /// Published in an article.
    case article
    /// Reproduced from published code.
    case reproduction = "reproduction from published code"
    /// Developed in this project.
    case project = "the project's own"
    /// The pointer of the app that made a recording.
    case recorded = "the recording's app"
    /// An external program that the user named.
    case program = "an external program"
  }

  /// The pipeline's name.
  var name: String
  /// Origin of the pipeline.
  var kind: Kind
  /// One line on the pipeline's method.
  var summary: String
  /// The source, with the repository's name.
  var source: String
  /// The pipeline's own smoothing; nil if it uses the smoothing chosen for the run.
  var smoothing: String?
  /// Assumptions, one clause each; empty if none was necessary.
  var assumptions: [String]
}

extension Rig {
  /// The pipeline that is judged by default.
  package static var standard: Pipeline<Self> { pipelines[pipelines.count - 1] }

  /// The pipeline with this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  package static func pipeline(named name: String) throws(UnknownNameError) -> Pipeline<Self> {
    let pipelines = pipelines + (facts.recorded.map { [$0] } ?? [])
    if let pipeline = pipelines.first(where: { $0.name == name }) { return pipeline }
    throw UnknownNameError(
      kind: "pipeline" + named(after: " of the rig "), name: name, among: pipelines.map(\.name),
      listing: "gazesim compare " + (isDefault ? "--help" : "--rig \(Self.name)"))
  }
}
