/// One person's normal equations at a point, with the priors of the person's parameters.
struct PersonState {
  let normal: NormalBlock
  private let factor: CholeskyFactor
  /// Half of the cost's gradient by the person's parameters.
  private let gradient: [Double]
  /// Step to the person's minimum, to be subtracted.
  let step: [Double]
  /// Sum of the squared rows.
  let cost: Double
  /// Decrease of the cost by the full step, if the model were linear.
  let decrease: Double

  init(_ normal: NormalBlock, priors: ArraySlice<GeometryProblem.Column>, at x: ArraySlice<Double>) {
    var (matrix, gradient, cost) = (normal.own, normal.ownGradient, normal.square)
    for (k, (prior, x)) in zip(priors, x).enumerated() {
      let off = x - prior.nominal
      matrix[k, k] += prior.precision
      gradient[k] += prior.precision * off
      cost += off * off * prior.precision
    }
    factor = CholeskyFactor(loading: matrix)
    step = factor.solve(gradient)
    decrease = zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
    (self.normal, self.gradient, self.cost) = (normal, gradient, cost)
  }

  /// A⁻¹B: how the person's minimum follows the device, to be subtracted.
  var gain: Matrix { factor.solve(normal.cross) }

  /// Change of the minimum with a step of the device, to be subtracted, with the person's own step.
  func change(_ device: [Double]) -> [Double] {
    factor.solve(zip(normal.cross.times(device), gradient).map { $0 + $1 })
  }
}
