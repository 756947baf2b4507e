/// Reason why a solver stopped; the raw values read as inequalities.
package enum SolverStop: String, Sendable {
  /// Every step component is small.
  case smallStep = "|dx| <= xtol·|x|"
  /// The gradient vanishes.
  case smallGradient = "|g|·max(|x|, 1) <= gtol·max(cost, 1)"
  /// No step lowers the cost any more: the cost is at its rounding error, or the model is not smooth here.
  case noDescent = "cost(x + dx) >= cost(x) for every dx tried"
  /// The steps ran out.
  case iterationLimit = "iterations >= limit"

  /// False if the point may not be a minimum.
  package var isConverged: Bool { self != .iterationLimit }
}
