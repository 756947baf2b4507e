package import GazePipeline
package import GazeRecording

extension Smoothing {
  /// One line for a report.
  package var summary: String {
    func three(_ value: Double) -> String { NumberText.printf(value, 3) }
    return switch self {
    case .none: "none"
    case .movingAverage(let window): "mean of \(window)"
    case .oneEuro(let s):
      "1€ \(three(s.minCutoff)) Hz, beta \(three(s.beta)), \(three(s.derivativeCutoff)) Hz"
    case .exponential(let s): "exponential \(three(s.timeConstant * 1000)) ms"
    case .doubleExponential(let s):
      "double exponential \(three(s.timeConstant * 1000)) ms, trend \(three(s.trendTimeConstant * 1000)) ms"
    case .gatedTriangular(let s): "triangular mean of \(s.window), new beyond \(three(s.threshold)) pt"
    case .kalman(let s): "Kalman \(three(s.noise)) pt, \(three(s.acceleration)) pt/s², gate \(three(s.gate))"
    }
  }

  /// The smoothing with this name: `none`; `mean10` is the article's; the name of a family means the parameters of the
  /// family's `example`; nil for `profile`.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  package static func named(_ name: String) throws(UnknownNameError) -> Smoothing? {
    switch name {
    case "mean10": return .movingAverage(10)
    case "profile": return nil
    default:
      if let family = Family(rawValue: name), family != .movingAverage { return family.example }
      throw UnknownNameError(kind: "smoothing", name: name, among: names, listing: "gazesim evaluate --help")
    }
  }

  /// Every name that `named(_:)` knows.
  package static let names =
    ["profile", "none", "mean10"] + Family.allCases.filter { $0 != .none && $0 != .movingAverage }.map(\.rawValue)
}
