import CGSL
import Foundation
import TestSupport

@testable import Calibrate

/// A problem of NIST's Statistical Reference Datasets for nonlinear regression.
struct NISTProblem: Sendable, CustomStringConvertible {
  let name: String
  let starts: [[Double]]
  let certified: [Double]
  let certifiedDeviation: [Double]
  let certifiedSum: Double
  let y: [Double]
  let x: [[Double]]

  var description: String { name }

  /// The data sets; their README states their origin.
  private static let folder = packageRoot.appending(path: "Tests/CalibrateTests/NIST")

  /// Reads a data set: start values and certified values are on lines `b1 = …`, the data from line 61 on.
  init(named name: String) throws {
    self.name = name
    let text = try String(contentsOf: Self.folder.appending(path: "\(name).dat"), encoding: .utf8)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    func numbers(_ line: some StringProtocol) -> [Double] {
      line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
    let rows = lines[40..<60].filter { $0.contains("=") && $0.drop { $0 == " " }.hasPrefix("b") }
      .compactMap { $0.split(separator: "=").last.map { numbers($0) } }.filter { $0.count == 4 }
    starts = [rows.map { $0[0] }, rows.map { $0[1] }]
    certified = rows.map { $0[2] }
    let sum = lines[40..<60].first { $0.hasPrefix("Residual Sum of Squares") }
    certifiedSum = sum.flatMap { numbers($0).last } ?? .nan
    certifiedDeviation = rows.map { $0[3] }
    let data = lines[60...].map { numbers($0) }.filter { $0.count > 1 }
    y = data.map { $0[0] }
    x = data.map { Array($0[1...]) }
  }

  /// Residuals model − y.
  func leastSquares() -> LeastSquaresProblem {
    let (x, y) = (x, y)
    let model = Self.models[name]!
    return LeastSquaresProblem(parameterCount: certified.count, residualCount: y.count) { b, r in
      for i in y.indices { r[i] = model(b, x[i]) - (name == "Nelson" ? log(y[i]) : y[i]) }
    }
  }

  func sumOfSquares(at b: [Double]) -> Double {
    let r = leastSquares().residuals(at: b)
    return dot(r, r)
  }

  /// Number of correct digits of the worst parameter (NIST's LRE), at most 11, since the certified values have 11
  /// digits.
  func digits(_ estimate: [Double], of reference: [Double]) -> Double {
    zip(estimate, reference).map { a, b in
      a == b ? 11 : min(11, -log10(abs(a - b) / abs(b)))
    }.min() ?? 0
  }

  static let models: [String: @Sendable (_ b: [Double], _ x: [Double]) -> Double] = {
    @Sendable func cubic(_ b: [Double], _ x: [Double]) -> Double {
      let x = x[0]
      return (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])))
    }
    @Sendable func lanczos(_ b: [Double], _ x: [Double]) -> Double {
      b[0] * exp(-b[1] * x[0]) + b[2] * exp(-b[3] * x[0]) + b[4] * exp(-b[5] * x[0])
    }
    @Sendable func gauss(_ b: [Double], _ x: [Double]) -> Double {
      func bell(_ height: Double, _ centre: Double, _ width: Double) -> Double {
        height * exp(-(x[0] - centre) * (x[0] - centre) / (width * width))
      }
      return b[0] * exp(-b[1] * x[0]) + bell(b[2], b[3], b[4]) + bell(b[5], b[6], b[7])
    }
    @Sendable func chwirut(_ b: [Double], _ x: [Double]) -> Double { exp(-b[0] * x[0]) / (b[1] + b[2] * x[0]) }
    @Sendable func saturation(_ b: [Double], _ x: [Double]) -> Double { b[0] * (1 - exp(-b[1] * x[0])) }
    return [
      "Bennett5": { b, x in b[0] * pow(b[1] + x[0], -1 / b[2]) },
      "BoxBOD": saturation, "Chwirut1": chwirut, "Chwirut2": chwirut,
      "DanWood": { b, x in b[0] * pow(x[0], b[1]) },
      "ENSO": { b, x in
        let t = 2 * Double.pi * x[0]
        let year = b[1] * cos(t / 12) + b[2] * sin(t / 12)
        return b[0] + year + b[4] * cos(t / b[3]) + b[5] * sin(t / b[3]) + b[7] * cos(t / b[6])
          + b[8] * sin(t / b[6])
      },
      "Eckerle4": { b, x in b[0] / b[1] * exp(-0.5 * pow((x[0] - b[2]) / b[1], 2)) },
      "Gauss1": gauss, "Gauss2": gauss, "Gauss3": gauss, "Hahn1": cubic,
      "Kirby2": { b, x in
        (b[0] + x[0] * (b[1] + x[0] * b[2])) / (1 + x[0] * (b[3] + x[0] * b[4]))
      },
      "Lanczos1": lanczos, "Lanczos2": lanczos, "Lanczos3": lanczos,
      "MGH09": { b, x in b[0] * (x[0] * x[0] + x[0] * b[1]) / (x[0] * x[0] + x[0] * b[2] + b[3]) },
      "MGH10": { b, x in b[0] * exp(b[1] / (x[0] + b[2])) },
      "MGH17": { b, x in b[0] + b[1] * exp(-x[0] * b[3]) + b[2] * exp(-x[0] * b[4]) },
      "Misra1a": saturation,
      "Misra1b": { b, x in b[0] * (1 - pow(1 + b[1] * x[0] / 2, -2)) },
      "Misra1c": { b, x in b[0] * (1 - pow(1 + 2 * b[1] * x[0], -0.5)) },
      "Misra1d": { b, x in b[0] * b[1] * x[0] / (1 + b[1] * x[0]) },
      "Nelson": { b, x in b[0] - b[1] * x[0] * exp(-b[2] * x[1]) },
      "Rat42": { b, x in b[0] / (1 + exp(b[1] - b[2] * x[0])) },
      "Rat43": { b, x in b[0] / pow(1 + exp(b[1] - b[2] * x[0]), 1 / b[3]) },
      "Roszman1": { b, x in b[0] - b[1] * x[0] - atan(b[2] / (x[0] - b[3])) / Double.pi },
      "Thurber": cubic,
    ]
  }()
}

extension LeastSquares {
  /// Solves from a start. If no method finds a reliable minimum from this start, the search tries 32 Sobol points
  /// (Sobol 1967) of a box around the start, and then the best point so far: a point on the floor of a valley of the
  /// cost is a good start for the next method. The solution is the one with the lowest cost of all.
  ///
  /// - Parameter share: half the box's width, as a share of each number; 0 remains 0.
  static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], searching share: Double
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    var best = try solve(problem, from: start)
    if best.isTrusted { return best }
    for point in sobolPoints(32, dimensions: start.count) {
      let place = zip(start, point).map { $0 + abs($0 * share) * (2 * $1 - 1) }
      if let found = try? solve(problem, from: place), found.cost < best.cost { best = found }
    }
    if !best.isTrusted, let found = try? solve(problem, from: best.x), found.cost < best.cost { best = found }
    return best
  }

  /// Points that fill the unit cube evenly, the same in each run; the first point is the cube's middle.
  private static func sobolPoints(_ count: Int, dimensions: Int) -> [[Double]] {
    guard let generator = gsl_qrng_alloc(cgsl_qrng_sobol(), UInt32(dimensions)) else { return [] }
    defer { gsl_qrng_free(generator) }
    return (0..<count).map { _ in
      var point = [Double].zeros(dimensions)
      _ = gsl_qrng_get(generator, &point)
      return point
    }
  }
}
