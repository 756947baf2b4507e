private import Foundation
public import GazePipeline
public import GazeRecording

extension Profile {
  /// The default smoothing as a pipeline takes it.
  public var smoothingValue: Smoothing { .oneEuro(smoothing.settings) }
}

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

extension CalibrationFile {
  /// The device part with a screen of so many points.
  public func screen(points: SIMD2<Double>) -> ScreenGeometry {
    var screen = ScreenGeometry(
      points: points, metres: SIMD2(geometry.screenWidth, geometry.screenHeight),
      camera: SIMD2(geometry.cameraX, geometry.cameraY))
    if let tilt = geometry.tilt, tilt.count == 2 { screen.tilt = SIMD2(tilt[0], tilt[1]) * (.pi / 180) }
    screen.depth = geometry.depth ?? 0
    return screen
  }

  /// A person's part as a pipeline takes it, nil where the file has none.
  public func person(_ participant: Int) -> PersonCalibration? {
    guard let person = people.first(where: { $0.participant == participant }), person.gazeOffset.count == 2,
      person.gain.count == 2
    else { return nil }
    return PersonCalibration(
      gazeOffset: Kappa(towardsX: person.gazeOffset[0] * .pi / 180, up: person.gazeOffset[1] * .pi / 180),
      gain: SIMD2(person.gain[0], person.gain[1]), quadratic: person.quadraticTerms)
  }
}

extension CalibrationFile.Person {
  fileprivate var quadraticTerms: (yaw: SIMD3<Double>, pitch: SIMD3<Double>) {
    guard let quadratic, quadratic.count == 6 else { return (.zero, .zero) }
    let terms = quadratic.map { $0 * .pi / 180 }
    return (SIMD3(terms[0], terms[1], terms[2]), SIMD3(terms[3], terms[4], terms[5]))
  }
}
