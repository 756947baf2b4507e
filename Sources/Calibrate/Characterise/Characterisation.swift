import GazeMetrics
import GazePipeline
private import PortableFoundation

/// Combines several people's characteristics: the mean over people with its interval and, for characteristics that
/// differ from person to person, also the standard deviation over people.
///
/// A single person's rows are returned unchanged. Scales (standard deviations, times, rates of blinks) are averaged as
/// logarithms, so that the result is the median person's value, like the simulator's constants. Correlations are
/// averaged as Fisher's z (`CharacteristicKind`). Shares, rates of losses, gains and biases are averaged without a
/// transformation. Intervals are limited to possible values.
package enum Characterisation {
  /// Name of the spread over people.
  private static let spreads = [
    "gainH": "gainHSD", "gainV": "gainVSD", "outward": "outwardOverPeople", "biasYaw": "biasYawSD",
    "biasPitch": "biasPitchSD", "blinkRate": "blinkRateSpread",
  ]
  /// Number of people from which a spread is stated.
  private static let fewestForSpread = 5

  /// Combines the people's rows, which have the same order for each person.
  package static func combined(_ people: [[Characteristic]]) -> [Characteristic] {
    guard let first = people.first, people.count > 1 else { return people.first ?? [] }
    return first.indices.flatMap { i in combined(rows: people.compactMap { $0.indices.contains(i) ? $0[i] : nil }) }
  }

  private static func combined(rows: [Characteristic]) -> [Characteristic] {
    guard var row = rows.first else { return [] }
    let kind = CharacteristicKind(of: row.name)
    let values = rows.compactMap { row -> Double? in
      guard let value = row.value else { return nil }
      // The correlation is limited, since ±1 has no finite z.
      if kind == .correlation { return kind.transformed(min(max(value, -1 + 1e-9), 1 - 1e-9)) }
      if kind != .scale || value > 0 { return kind.transformed(value) }
      // A rate of 0 has no logarithm, so a person without an event counts as half an event in the observed time (the
      // upper end of Garwood's interval is 3.69 events).
      return row.ci95.flatMap { $0.upper > 0 ? kind.transformed($0.upper * 0.5 / 3.69) : nil }
    }
    let n = Double(values.count)
    row.count = values.count
    row.of = "people"
    row.isUpperBound = rows.contains(where: \.isUpperBound)
    guard values.count > 1 else {
      return [rows.first { $0.value != nil } ?? row]
    }
    let mean = values.reduce(0, +) / n
    let variance = values.sum { ($0 - mean) * ($0 - mean) } / (n - 1)
    let half = Distributions.studentQuantile(0.975, freedom: n - 1) * (variance / n).squareRoot()
    row.value = kind.original(mean)
    row.ci95 = ConfidenceInterval(kind.original(mean - half), kind.original(mean + half)).flatMap(kind.possible)
    guard let spread = spreads[row.name], values.count >= fewestForSpread else { return [row] }
    return [row, spreadRow(row, spread, variance: variance, rows: rows, isScale: kind == .scale)]
  }

  /// The spread over people, without the part that is due to the errors of the people's estimates.
  private static func spreadRow(
    _ row: Characteristic, _ name: String, variance: Double, rows: [Characteristic], isScale: Bool
  ) -> Characteristic {
    let errors = rows.compactMap { row -> Double? in
      guard let ci95 = row.ci95, row.value != nil else { return nil }
      if !isScale { return (ci95.upper - ci95.lower) / 3.92 }
      return ci95.lower > 0 ? log(ci95.upper / ci95.lower) / 3.92 : nil
    }
    let own = errors.isEmpty ? 0 : errors.sum { $0 * $0 } / Double(errors.count)
    let freedom = Double(row.count - 1)
    func between(_ total: Double) -> Double { max(total - own, 0).squareRoot() }
    return Characteristic(
      name,
      Figure(
        value: between(variance),
        interval: ConfidenceInterval(
          between(variance * freedom / Distributions.chiSquareQuantile(0.975, freedom: freedom)),
          between(variance * freedom / Distributions.chiSquareQuantile(0.025, freedom: freedom)))),
      count: row.count, of: "people", windows: "scatter over people less the estimates' own error",
      isUpperBound: row.isUpperBound)
  }
}
