import GazePipeline
package import GazeRecording

/// The family to use, chosen by the error on data to which its numbers were not fitted.
package struct SmoothingSelection: Sendable, Equatable {
  /// Share by which a more complicated filter must lower the error: a person does not notice a smaller gain.
  package static let worthwhile = 0.01
  /// Weights of the samples just after a jump, for which the trade-off of lag against jitter is computed.
  package static let frontWeights = [1.0 / 256, 1.0 / 64, 1.0 / 16, 1.0 / 4, 1, 4]

  /// The best filter of each family, in order of complexity.
  package let estimates: [SmoothingFit.Estimate]
  /// The filter to use.
  package let chosen: SmoothingFit.Estimate

  /// Chooses the simplest family whose held-out error is within `worthwhile` of the lowest; nil without estimates.
  package init?(_ estimates: [SmoothingFit.Estimate]) {
    let order = Smoothing.Family.allCases
    func place(_ estimate: SmoothingFit.Estimate) -> Int {
      order.firstIndex(of: estimate.smoothing.family) ?? order.count
    }
    self.estimates = estimates.sorted { place($0) < place($1) }
    guard let least = estimates.map(\.judged).min(),
      let chosen = self.estimates.first(where: { $0.judged * (1 - Self.worthwhile) <= least })
    else { return nil }
    self.chosen = chosen
  }

  /// The choice as a calibration file stores it.
  package func choice(front: [CalibrationFile.SmoothingChoice.FrontPoint]? = nil) -> CalibrationFile.SmoothingChoice {
    var choice = CalibrationFile.SmoothingChoice(
      chosen.smoothing, rms: chosen.rms,
      rmsUnfiltered: estimates.first { $0.smoothing == .none }?.rms)
    choice.families = estimates.map(\.figures)
    choice.front = front
    return choice
  }
}
