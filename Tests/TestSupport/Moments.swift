extension Collection<Double> {
  package var mean: Double { reduce(0, +) / Double(count) }

  /// Standard deviation with divisor n.
  package var sd: Double {
    let mean = mean
    return map { ($0 - mean) * ($0 - mean) }.mean.squareRoot()
  }
}
