/// A sum of squares to minimise: `½ Σ wᵢ rᵢ(x)²`.
///
/// The closures use plain contiguous arrays; GSL's strided vectors end at the bridge. A residual that is undefined at a
/// point may be written as NaN or infinity: the bridge hands GSL a large finite number instead, so that the solver
/// steps back instead of stopping.
package struct LeastSquaresProblem {
  /// Length of x.
  package let parameterCount: Int
  /// Length of r; at least `parameterCount`.
  package let residualCount: Int
  /// wᵢ, or nil for 1.
  package let weights: [Double]?
  /// Writes r(x).
  package let residuals: (_ x: [Double], _ r: inout [Double]) -> Void
  /// Writes ∂rᵢ/∂xⱼ at (i, j), unweighted; nil for central differences. An element that it never writes is 0.
  package let jacobian: ((_ x: [Double], _ j: inout Matrix) -> Void)?

  /// A problem from its parts.
  package init(
    parameterCount: Int, residualCount: Int, weights: [Double]? = nil,
    residuals: @escaping (_ x: [Double], _ r: inout [Double]) -> Void,
    jacobian: ((_ x: [Double], _ j: inout Matrix) -> Void)? = nil
  ) {
    self.parameterCount = parameterCount
    self.residualCount = residualCount
    self.weights = weights
    self.residuals = residuals
    self.jacobian = jacobian
  }
}
