import GazePipeline
import GazeRecording

/// A descent to a minimum of a smoothing's cost by damped least squares (Levenberg 1944; Marquardt, Journal of the
/// Society for Industrial and Applied Mathematics 11, 1963), over one or two numbers. The damping has the largest
/// scale that a number has had on the way (Moré 1978), so that a number that has lost its effect does not run away.
///
/// It needs JᵀJ and Jᵀr alone, which are sums over samples, so that no array of residuals is made.
struct SmoothingDescent {
  /// `leastGain`: share of the cost that a step must promise: half of this share in the RMS error, and a step of
  /// about 1e-4.
  private static let leastGain = 1e-8, longestStep = 2.0, shortestStep = 1e-6, mostEvaluations = 30

  /// Weights of each group's still and moving samples.
  private let weights: [Vector2]
  private(set) var trial, best: SmoothingSearch.Place
  private(set) var groups: [SmoothingObjective.GroupEquations] = []
  private var equations = SmoothingObjective.Equations(cost: .infinity)
  /// Largest diagonal of JᵀJ so far.
  private var scale = Vector2.zero
  private var damping = 1e-3
  private var evaluations = 0
  /// The reason for which the descent has ended; nil before.
  private(set) var stop: SolverStop?

  init(from start: SmoothingSearch.Place, weights: [Vector2]) {
    (trial, best, self.weights) = (start, start, weights)
  }

  /// A descent from another one's best point with other weights of the groups.
  init(from other: SmoothingDescent, weights: [Vector2]) {
    self.init(from: other.best, weights: weights)
    take(other.groups)
  }

  var cost: Double { equations.cost }

  /// Takes in the groups' equations at `trial`.
  mutating func take(_ groups: [SmoothingObjective.GroupEquations]) {
    evaluations += 1
    var found = SmoothingObjective.Equations()
    for (group, weight) in zip(groups, weights) {
      found.add(group.still, weight.x)
      found.add(group.moving, weight.y)
    }
    let gain = equations.cost - found.cost
    if gain > 0 {
      (best, self.groups, equations) = (trial, groups, found)
      scale = pointwiseMax(scale, SIMD2(found.squares.x, found.squares.z))
      damping /= 10
    } else {
      damping *= 10
    }
    let step = equations.step(damping: scale * damping).clamped(
      lowerBound: SIMD2(repeating: -Self.longestStep), upperBound: SIMD2(repeating: Self.longestStep))
    trial.x = best.x + step
    if equations.cost == .infinity {
      stop = .noDescent
    } else if equations.gain <= Self.leastGain * cost || damping < 1e-2 && gain > 0 && gain <= Self.leastGain * cost {
      stop = .smallGradient
    } else if step.max() < Self.shortestStep, step.min() > -Self.shortestStep {
      stop = .smallStep
    } else if evaluations >= Self.mostEvaluations {
      stop = .iterationLimit
    }
  }

  func run(_ search: SmoothingSearch, _ objective: SmoothingObjective) -> SmoothingDescent {
    var descent = self
    while descent.stop == nil { descent.take(objective.normalEquations(search, about: descent.trial)) }
    return descent
  }

  /// The smoothing at the best point. The steps of a gate may mislead the descent; then it is that of the grid's best
  /// cell.
  func smoothing(_ grid: SmoothingGrid, orLower cell: SmoothingGrid.Cell) -> Smoothing {
    cost <= cell.cost ? grid.search.smoothing(at: best) : cell.smoothing
  }
}

extension SmoothingObjective.Equations {
  fileprivate mutating func add(_ other: Self, _ weight: Double) {
    cost += weight * other.cost
    gradient += weight * other.gradient
    squares += weight * other.squares
  }

  /// −(JᵀJ + diag damping)⁻¹·Jᵀr; 0 along a number without effect.
  fileprivate func step(damping: Vector2) -> Vector2 {
    let (a, b, c) = (squares.x + damping.x, squares.y, squares.z + damping.y)
    let determinant = a * c - b * b
    guard determinant > 1e-12 * a * c else { return SIMD2(a > 0 ? -gradient.x / a : 0, 0) }
    return SIMD2(b * gradient.y - c * gradient.x, b * gradient.x - a * gradient.y) / determinant
  }

  /// Decrease of the cost that the undamped step promises, if the problem were linear.
  fileprivate var gain: Double { -(step(damping: .zero) * gradient).sum() }
}
