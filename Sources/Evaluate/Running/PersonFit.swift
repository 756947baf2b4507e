import Calibrate
import GazePipeline
import GazeRecording

/// A person's own calibration from looks at a few targets, the device taken as known.
enum PersonFit {
  /// Gaze offset and gain, with the weak priors on both.
  ///
  /// - Throws: `GeometryFitFailure` where there are too few looks.
  static func calibration(
    _ observations: some Sequence<Observation>, on geometry: ScreenGeometry
  ) throws(GeometryFitFailure) -> PersonCalibration {
    var (fixations, tally) = FixationFinder.fixations(in: observations)
    // The fit's screen is upright in its camera's frame: where the interface is turned, so is the camera's frame.
    if geometry.orientation != .portrait {
      let back = RigidTransform(rotation: geometry.orientation.portraitFromInterface.inverse)
      for i in fixations.indices {
        for j in fixations[i].samples.indices {
          fixations[i].samples[j].cameraFromFace = back * fixations[i].samples[j].cameraFromFace
        }
      }
    }
    let upright = ScreenGeometry(points: geometry.points, metres: geometry.metres, camera: geometry.camera)
    let fit = GeometryFit(
      nominal: upright, free: [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV],
      // The device is not free, so its sigmas are not used.
      priors: GeometryPriors(screen: .zero, camera: .zero))
    let estimate = try fit.fit(fixations, tally: tally)
    return estimate.people.values.first ?? .none
  }
}
