import GazeRecording

extension GeometryProblem {
  /// A column of the Jacobian.
  struct Column {
    let parameter: GeometryParameter
    /// Index of the person; nil for a device parameter.
    let person: Int?
    /// Index of the person's session; nil unless it is a session's parameter.
    let session: Int?
    let nominal: Double
    let priorSigma: Double?
    /// True if the column's parameter is held at the data sheet's value (`KeptParameters`).
    var isKept = false

    /// 1/σ², or 0 without a prior; for a kept parameter, large enough to hold it.
    var precision: Double { isKept ? keptPrecision : priorSigma.map { 1 / ($0 * $0) } ?? 0 }

    /// Precision that practically fixes a parameter: its prior's σ divided by ten thousand.
    var keptPrecision: Double { priorSigma.map { 1e8 / ($0 * $0) } ?? 0 }

    /// Variance of a prior's score, precision · (truth − nominal), if the truth is off by the prior's σ. The precision
    /// may be another one, with which the fit holds the parameter.
    func score(of precision: Double) -> Double { priorSigma.map { precision * precision * $0 * $0 } ?? 0 }
  }
}
