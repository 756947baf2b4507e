import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// One body pipeline on one person's samples.
struct BodyTrial: Trial {
  /// The pipeline; nil if the view has no size, in which case nothing is drawn. `BodyRig.check(_:)` reports a view
  /// without a size before a trial begins.
  private var pipeline: (any BodyPipeline)?
  private var measurement: BodyMeasurement
  private let viewport: Vector2
  private var naive: NaiveBodyPipeline?
  private var article: Article2019BodyPipeline?

  /// A trial of an app's own pipeline, before the first sample.
  init(_ pipeline: (any BodyPipeline)?, _ setup: Setup, participant: Int) {
    let picture = BodyPicture(setup)
    viewport = picture.viewport
    self.pipeline = pipeline
    naive = try? NaiveBodyPipeline(viewport: viewport)
    article = (try? picture.display()).map { Article2019BodyPipeline(display: $0) }
    let rate = setup.header.rate.isFinite && setup.header.rate > 0 ? setup.header.rate : BodyRig.defaultRate
    measurement = BodyMeasurement(participant: participant, viewport: viewport, rate: rate)
  }

  /// Takes in a sample and returns the circles that are drawn.
  mutating func step(_ sample: RecordedBody) -> BodyOverlay {
    let skeleton = sample.observation.skeleton
    let overlay = pipeline?.step(skeleton) ?? .empty
    measurement.take(sample, overlay)
    if measurement.showsMore(sample) { measurement.keep(snapshot(sample, overlay)) }
    return overlay
  }

  private func snapshot(_ sample: RecordedBody, _ overlay: BodyOverlay) -> BodyPerson.Snapshot? {
    guard var naive, var article else { return nil }
    let skeleton = sample.observation.skeleton
    return BodyPerson.Snapshot(
      transform: article.display, truth: sample.truth?.joints ?? sample.observation.shown, drawn: overlay.circles,
      naive: naive.step(skeleton).circles, display: article.step(skeleton).circles, time: sample.time)
  }

  /// The person's results.
  mutating func finish() -> BodyPerson { measurement.close() }
}

/// A body pipeline that draws the circles of the first frame with a whole body, and the same ones for ever.
struct StillBodyPipeline: BodyPipeline {
  private var first: Article2019BodyPipeline
  private var overlay: BodyOverlay?

  init(first: Article2019BodyPipeline) { self.first = first }

  mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay {
    if let overlay { return overlay }
    let now = first.step(skeleton)
    if BodyJoint.allCases.allSatisfy({ now.circles[$0] != nil }) { overlay = now }
    return now
  }
}
