import GazePipeline
import GazeRecording

extension Profile {
  /// Panel pixels over the screen's scale, upright: other than the points where iOS draws at another resolution than the
  /// panel has (the 12 and 13 mini).
  var panelPoints: SIMD2<Double> {
    // iOS draws at a whole scale.
    let scale = max(points.scale.rounded(), 1)
    return SIMD2(panel.width, panel.height) / scale
  }
}
