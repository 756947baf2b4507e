import GazePipeline
import GazeRecording

@testable import Calibrate

/// A geometry fit with errors that its estimate does not state.
struct JudgedFit {
  let estimate: GeometryEstimate
  /// By parameter: the standard error as if all samples were independent, which they are not (JᵀJ of all samples); nil
  /// if nothing determines the parameter.
  let plain: [Double?]
  /// By person: the same error of the pointer in the screen's middle from 35 cm, (yaw, pitch), degrees.
  let plainPointer: [SIMD2<Double>]
  /// By person: half the width of the 95 % interval of that pointer, without the drift that a session adds.
  let pointerHalf: [SIMD2<Double>]

  init(_ fit: GeometryFit, _ fixations: [Fixation]) throws {
    try fit.checks.check(fixations, tally: nil)
    let solved = try fit.solved(fixations)
    estimate = try fit.estimate(solved, fixations)
    let (problem, normals) = (solved.problem, solved.uncertainty.normals)
    let samples = Self.scale(problem, at: solved.x)
    let inverse = ArrowInverse(problem, normals, adding: problem.columns.map { $0.precision * samples })
    plain = zip(inverse.deviations, problem.columns).map { deviation, column in
      deviation.map { $0 * samples.squareRoot() / column.parameter.internalPerUnit }
    }
    plainPointer = normals.indices.map { person in
      let variances = problem.pointer(person, at: solved.x).map {
        inverse.variance(person, device: $0.device, own: $0.own)
      }
      return SIMD2(max(variances[0], 0).squareRoot(), max(variances[1], 0).squareRoot()) * samples.squareRoot()
    }
    pointerHalf = solved.uncertainty.pointer.map { own in
      func half(_ axis: Int) -> Double {
        own.robust[axis] * Distributions.studentQuantile(0.975, freedom: own.freedom[axis])
      }
      return SIMD2(half(0), half(1))
    }
  }

  /// Variance of a fit to all samples if they were independent, as a factor of a fixation's variance. It is estimated
  /// from the scatter of the single samples.
  private static func scale(_ problem: GeometryProblem, at x: [Double]) -> Double {
    var (square, samples) = (0.0, 0.0)
    for (index, look) in problem.model.fixations.enumerated() where problem.weights[index] > 0 {
      guard let r = problem.residual(of: index, at: x) else { continue }
      square += Double(look.samples) * (r * r).sum() + look.scatter.sum()
      samples += Double(look.samples)
    }
    let looks = Double(problem.weights.count { $0 > 0 })
    guard samples > looks, square > 0 else { return 1 }
    // Fixations have similar numbers of samples, so the mean number is used for all.
    let variance = square / max(2 * samples - Double(problem.columns.count), 1)
    return variance * looks / samples / (problem.sigma * problem.sigma)
  }
}
