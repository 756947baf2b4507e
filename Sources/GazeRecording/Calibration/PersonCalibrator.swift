public import GazePipeline

/// Calibrates an app's user: shows the dots of a plan and then fits the person.
///
/// Pass every frame and draw what `step` returns:
///
///     var calibrator = PersonCalibrator(on: pipeline.geometry)
///     let step = calibrator.step(frame)                             // each frame
///     show(dot: step.target, text: step.prompt.text)
///     if step.isDone { pipeline.person = try calibrator.estimate().calibration }
///
/// Memory is bounded, however long the person takes. The device's geometry must be known, and the interface must not
/// turn meanwhile.
public struct PersonCalibrator: Sendable {
  /// Protocol that decides which dot is shown.
  public private(set) var leader: CalibrationProtocol
  private let fit: PersonFit
  private var finder = FixationFinder()
  private var fixations: [Fixation] = []

  /// A calibrator in its initial state.
  ///
  /// - Parameters:
  ///   - screen: the screen in the current orientation, `DevicePipeline.geometry`; dots are in its points.
  ///   - plan: the dots. Stages with a page are shown but not used.
  ///   - seed: the seed of the order of the dots.
  public init(on screen: ScreenGeometry, plan: CalibrationPlan = .fivePoints, seed: UInt64 = 1) {
    fit = PersonFit(on: screen)
    leader = CalibrationProtocol(plan, points: screen.points, orientation: screen.orientation, seed: seed)
  }

  /// True when no dot is left to show.
  public var isDone: Bool { leader.isDone }

  /// Takes in the next frame, and returns the dot and the text to show now.
  @discardableResult
  public mutating func step(_ frame: FaceFrame) -> CalibrationProtocol.Step {
    let step = leader.step(frame)
    let observation = RecordedFrame.Observation(frame: frame, target: step.target)
    if let fixation = finder.add(observation) { fixations.append(fixation) }
    return step
  }

  /// Leaves out the current pose, for a person who cannot take it.
  public mutating func skip() { leader.skip() }

  /// The calibration from the dots so far; call it when `isDone`.
  ///
  /// - Throws: `GazeFitError`; its `instruction` is a sentence for the person. Begin with a new calibrator then.
  public func estimate() throws(GazeFitError) -> PersonEstimate {
    var finder = finder
    let last = finder.finish()
    return try fit.fit(fixations + last, tally: finder.tally)
  }
}
