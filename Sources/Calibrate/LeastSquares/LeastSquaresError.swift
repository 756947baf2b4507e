/// Reason why a least-squares problem could not be solved.
package enum LeastSquaresError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Fewer residuals than parameters.
  case underdetermined(residuals: Int, parameters: Int)
  /// The start, the weights or the problem have wrong lengths.
  case shape(String)
  /// The residuals are undefined at the start, so the solver has no direction to take.
  case undefinedAtStart
  /// GSL could not allocate memory.
  case outOfMemory
  /// GSL stopped in `operation` with its error `code`.
  case solver(operation: String, code: Int32, reason: String)

  /// One line that states what happened and what to do.
  package var description: String {
    switch self {
    case .underdetermined(let residuals, let parameters):
      "\(residuals) residuals cannot determine \(parameters) parameters; give more data or free fewer parameters"
    case .shape(let what): what
    case .undefinedAtStart:
      "the residuals are not finite at the start; start from values for which the model is defined"
    case .outOfMemory: "not enough memory for the solver; fit fewer fixations at once"
    case .solver(let operation, let code, let reason):
      "GSL stopped in \(operation) with error \(code) (\(reason)); start closer or free fewer parameters"
    }
  }
}
