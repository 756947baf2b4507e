extension Collection<Double> {
  var median: Double { sorted()[count / 2] }
}
