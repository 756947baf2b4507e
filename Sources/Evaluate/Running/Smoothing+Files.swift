private import Foundation
public import GazePipeline
public import GazeRecording

extension Smoothing {
  /// One line for a report.
  public var summary: String {
    switch self {
    case .none: "none"
    case .movingAverage(let window): "mean of \(window)"
    case .oneEuro(let s):
      String(format: "1€ %.3g Hz, beta %.3g, %.3g Hz", s.minCutoff, s.beta, s.derivativeCutoff)
    case .exponential(let s): String(format: "exponential %.3g ms", s.timeConstant * 1000)
    case .doubleExponential(let s):
      String(format: "double exponential %.3g ms, trend %.3g ms", s.timeConstant * 1000, s.trendTimeConstant * 1000)
    case .gatedTriangular(let s): String(format: "triangular mean of %d, new beyond %.3g pt", s.window, s.threshold)
    case .kalman(let s):
      String(format: "Kalman %.3g pt, %.3g pt/s², gate %.3g", s.noise, s.acceleration, s.gate)
    }
  }

  /// The smoothing with this name: `none`, `mean10` (the article's), a family's name for the numbers of its
  /// `example`, nil for `profile`.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> Smoothing? {
    switch name {
    case "mean10": return .movingAverage(10)
    case "profile": return nil
    default:
      if let family = Family(rawValue: name), family != .movingAverage { return family.example }
      throw UnknownName(kind: "smoothing", name: name, among: names, listing: "gazesim evaluate --help")
    }
  }

  /// Every name that `named(_:)` knows.
  public static let names =
    ["profile", "none", "mean10"] + Family.allCases.filter { $0 != .none && $0 != .movingAverage }.map(\.rawValue)
}
