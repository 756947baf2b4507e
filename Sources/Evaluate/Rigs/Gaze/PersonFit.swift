import Calibrate
import GazePipeline
import GazeRecording

/// A person's own calibration from fixations on a few targets, in a fit that treats the device's geometry as known.
enum PersonFit {
  /// Gaze offset and gain, with the weak priors on both.
  ///
  /// - Throws: `GeometryFitError` if there are too few fixations.
  static func calibration(
    _ observations: some Sequence<RecordedFrame.Observation>, on geometry: ScreenGeometry
  ) throws(GeometryFitError) -> PersonCalibration {
    let (fixations, tally) = FixationFinder.fixations(in: observations)
    let fit = GeometryFit(
      nominal: geometry.turned(to: .portrait), free: [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV],
      // The device's geometry is not fitted, so the sigmas of its priors have no effect.
      priors: GeometryPriors(screen: .zero, camera: .zero))
    let estimate = try fit.fit(
      fixations.map { $0.upright(geometry.orientation, of: geometry.points) }, tally: tally)
    return estimate.people.values.first ?? .none
  }
}
