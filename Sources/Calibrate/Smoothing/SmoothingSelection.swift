import GazePipeline
package import GazeRecording

/// The family to use, chosen by the error in what its numbers were not fitted to.
package struct SmoothingSelection: Sendable, Equatable {
  /// A more complicated filter must lower the error by this share: less is no gain that a person sees.
  package static let worthwhile = 0.01
  /// Weights of the lag–jitter front.
  package static let frontWeights = [1.0 / 256, 1.0 / 64, 1.0 / 16, 1.0 / 4, 1, 4]

  /// Each family's best, in the order from simple to not.
  package let estimates: [SmoothingFit.Estimate]
  /// The one to use.
  package let chosen: SmoothingFit.Estimate

  /// Chooses the simplest family whose held-out error is within `worthwhile` of the lowest; nil of none.
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

  /// As a calibration file holds it.
  package func choice(front: [CalibrationFile.SmoothingChoice.FrontPoint]? = nil) -> CalibrationFile.SmoothingChoice {
    var choice = CalibrationFile.SmoothingChoice(
      chosen.smoothing, rms: chosen.rms,
      rmsUnfiltered: estimates.first { $0.smoothing == .none }?.rms)
    choice.families = estimates.map(\.figures)
    choice.front = front
    return choice
  }
}
