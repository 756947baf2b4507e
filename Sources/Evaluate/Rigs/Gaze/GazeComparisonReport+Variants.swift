import GazePipeline
import GazeSimulation

extension GazeComparisonReport {
  /// True if rows differ in the smoothing, so that lag and jitter are shown.
  var showsSmoothing: Bool { rows.contains { $0.smoothing != nil } }

  /// Sentences on the rows of `standard` with another smoothing or a calibration, and with a constant in hindsight.
  var remarksOnVariants: [String] {
    var remarks: [String] = []
    let smoothings = rows.compactMap(\.smoothing).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if !smoothings.isEmpty {
      let values = smoothings.map { name in
        let summary = (try? Smoothing.named(name))??.summary ?? name
        return summary == name ? name : "\(name) (\(summary))"
      }
      remarks.append(
        "Rows with another smoothing than the profile's: \(values.joined(separator: ", ")). The parameters of a filter "
          + "are its untuned defaults; 'gazesim calibrate' tunes them.")
    }
    if let calibration = rows.compactMap(\.calibration).first {
      remarks.append(
        "A row with calibration has the geometry, smoothing and trigger of a \(calibration) calibration"
          + (recorded == nil ? "." : ", and the numbers of the people whom it knows."))
    }
    if rows.contains(where: { $0.label == GazeRig.standard.name + GazeComparison.hindsight }) {
      remarks.append(
        "In hindsight a pipeline that learns five points has these and, in addition, the constant that would have been "
          + "best for each person in the judged session: the most that another calibration in the session could bring.")
    }
    return remarks
  }
}
