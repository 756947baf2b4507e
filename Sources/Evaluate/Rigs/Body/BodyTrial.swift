public import GazePipeline
public import GazeRecording
import GazeSimulation

/// One body pipeline on one person's samples.
public struct BodyTrial: RigTrial {
  private enum Pipeline: Sendable {
    case article(ArticleBodyPipeline)
    case standard(StandardBodyPipeline)
    /// The view has no size: nothing is drawn. `BodyRig.check(_:)` says so beforehand.
    case none
  }

  private var pipeline: Pipeline
  private var measurement: BodyMeasurement
  private let viewport: SIMD2<Double>
  private var naive: ArticleBodyPipeline?
  private var display: StandardBodyPipeline?
  /// What was drawn last.
  public private(set) var overlay = BodyOverlay.empty

  init(_ name: String, _ setup: RigSetup, participant: Int) {
    let picture = BodyPicture(setup)
    viewport = picture.viewport
    naive = try? ArticleBodyPipeline(viewport: viewport)
    let transform = try? picture.display()
    display = transform.map { StandardBodyPipeline(display: $0) }
    switch name {
    case "article2019": pipeline = naive.map { .article($0) } ?? .none
    default:
      let settings = StandardBodyPipeline.Settings(setup, viewport: viewport)
      pipeline = transform.map { .standard(StandardBodyPipeline(display: $0, settings: settings)) } ?? .none
    }
    let rate = setup.header.rate.isFinite && setup.header.rate > 0 ? setup.header.rate : BodyRig.defaultRate
    measurement = BodyMeasurement(participant: participant, viewport: viewport, rate: rate)
  }

  /// Takes a sample in.
  public mutating func take(_ sample: RecordedBody) {
    let skeleton = sample.observation.skeleton
    switch pipeline {
    case .article(var article):
      overlay = article.step(skeleton)
      pipeline = .article(article)
    case .standard(var standard):
      // Its memory is one object: taken out, changed in its place, put back.
      pipeline = .none
      overlay = standard.step(skeleton)
      pipeline = .standard(standard)
    case .none: overlay = .empty
    }
    measurement.take(sample, overlay)
    if measurement.showsMore(sample) { measurement.keep(snapshot(sample)) }
  }

  private func snapshot(_ sample: RecordedBody) -> BodyPerson.Snapshot? {
    guard var naive, var display else { return nil }
    let skeleton = sample.observation.skeleton
    return BodyPerson.Snapshot(
      viewport: viewport, truth: sample.truth?.joints ?? sample.observation.shown, drawn: overlay.circles,
      naive: naive.step(skeleton).circles, display: display.step(skeleton).circles, time: sample.time)
  }

  /// What came out of it.
  public mutating func close() -> BodyPerson { measurement.close() }
}
