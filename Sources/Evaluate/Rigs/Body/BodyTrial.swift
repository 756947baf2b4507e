public import GazePipeline
public import GazeRecording
import GazeSimulation

/// One body pipeline on one person's samples.
public struct BodyTrial: RigTrial {
  /// nil where the view has no size: nothing is drawn. `BodyRig.check(_:)` says so beforehand.
  private var pipeline: (any BodyPipeline)?
  private var measurement: BodyMeasurement
  private let viewport: SIMD2<Double>
  private var naive: NaiveBodyPipeline?
  private var article: ArticleBodyPipeline?
  /// What was drawn last.
  public private(set) var overlay = BodyOverlay.empty

  init(_ name: String, _ setup: RigSetup, participant: Int) {
    let picture = BodyPicture(setup)
    let settings = StandardBodyPipeline.Settings(setup, viewport: picture.viewport)
    self.init(setup, participant: participant) { transform in
      switch name {
      case "naive": try? NaiveBodyPipeline(viewport: picture.viewport)
      case "aspect-fit": (try? picture.display(fill: .aspectFit)).map { ArticleBodyPipeline(display: $0) }
      case "wrong-rotation": (try? picture.turnedWrongly()).map { ArticleBodyPipeline(display: $0) }
      case "article2019": transform.map { ArticleBodyPipeline(display: $0) }
      default: transform.map { StandardBodyPipeline(display: $0, settings: settings) }
      }
    }
  }

  /// A trial of an app's own pipeline, at its start.
  public init(_ pipeline: any BodyPipeline, _ setup: RigSetup, participant: Int) {
    self.init(setup, participant: participant) { _ in pipeline }
  }

  private init(
    _ setup: RigSetup, participant: Int, pipeline make: (DisplayTransform?) -> (any BodyPipeline)?
  ) {
    let picture = BodyPicture(setup)
    viewport = picture.viewport
    naive = try? NaiveBodyPipeline(viewport: viewport)
    let transform = try? picture.display()
    article = transform.map { ArticleBodyPipeline(display: $0) }
    pipeline = make(transform)
    let rate = setup.header.rate.isFinite && setup.header.rate > 0 ? setup.header.rate : BodyRig.defaultRate
    measurement = BodyMeasurement(participant: participant, viewport: viewport, rate: rate)
  }

  /// Takes a sample in.
  public mutating func take(_ sample: RecordedBody) {
    let skeleton = sample.observation.skeleton
    overlay = pipeline?.step(skeleton) ?? .empty
    measurement.take(sample, overlay)
    if measurement.showsMore(sample) { measurement.keep(snapshot(sample)) }
  }

  private func snapshot(_ sample: RecordedBody) -> BodyPerson.Snapshot? {
    guard var naive, var article else { return nil }
    let skeleton = sample.observation.skeleton
    return BodyPerson.Snapshot(
      transform: article.display, truth: sample.truth?.joints ?? sample.observation.shown, drawn: overlay.circles,
      naive: naive.step(skeleton).circles, display: article.step(skeleton).circles, time: sample.time)
  }

  /// What came out of it.
  public mutating func close() -> BodyPerson { measurement.close() }
}
