import GazePipeline
import GazeRecording

/// Times rebuilt from whole seconds. The duration of a step is its rotation divided by the gyro's rate; a step with
/// little rotation has the usual duration; the steps of each whole second add up to one second. The first and the last
/// second may be incomplete, so their durations follow from their steps alone.
struct WholeSeconds {
  /// Minimum rotation rate at which the duration of a step is computed from its rotation, rad/s.
  private static let least = 0.2
  /// Number of rows over which a rotation is compared with the gyro's rates, large enough that noise is a small part of
  /// the rotation.
  private static let stretch = 8

  /// One time per row, starting at 0; NaN if the row's second is unknown.
  var times: [Double]
  /// Sentences that state what was rebuilt and assumed.
  var remarks: [String] = []
  /// Rows whose second is known, and their seconds.
  private let rows: [Int]
  private let seconds: [Double]

  /// Rebuilds times; nil for fewer than three rows.
  ///
  /// - Parameters:
  ///   - attitudes: one attitude per row; nil where unknown.
  ///   - rates: rotation rate at each row, rad/s; NaN where unknown.
  init?(_ whole: [Double], _ attitudes: [UnitQuaternion?], _ rates: [Vector3]) {
    rows = whole.indices.filter { whole[$0].isFinite }
    seconds = rows.map { whole[$0] }
    times = [Double](repeating: .nan, count: whole.count)
    guard rows.count > 2 else { return nil }
    let usual = usualStep(attitudes, rates)
    let turns = turnSteps(attitudes, rates, usual: usual.seconds)
    let rebuilt = cumulated(turns.steps)
    for (row, time) in zip(rows, rebuilt) { times[row] = time - rebuilt[0] }
    remarks.append(
      "Times are whole seconds: they were rebuilt so that each second keeps its rows. \(turns.count) of "
        + "\(rows.count - 1) steps follow from the turn between two attitudes and the gyro's rate; the others are "
        + "\(NumberText.thousandths(usual.seconds)) ms (\(usual.origin)).")
    if usual.isAssumed {
      remarks.append(
        "The rate cannot be measured on these rows: \(NumberText.general(1 / usual.seconds, 3)) Hz is assumed.")
    }
  }

  // MARK: Steps

  /// Seconds from the previous row to each row, computed from the rotation where possible, else the usual step; and the
  /// number of steps that were computed from rotations.
  private func turnSteps(
    _ attitudes: [UnitQuaternion?], _ rates: [Vector3], usual: Double
  ) -> (steps: [Double], count: Int) {
    var turned = [Double?](repeating: nil, count: rows.count)
    for i in rows.indices.dropFirst() {
      let (a, b) = (rows[i - 1], rows[i])
      guard b == a + 1, let p = attitudes[a], let q = attitudes[b] else { continue }
      let speed = ((rates[a] + rates[b]) / 2).length
      let by = p.angle(to: q) / speed
      if speed > Self.least, by > usual / 4, by < usual * 4 { turned[i] = by }
    }
    // Noise makes single rotations larger on average, so the steps are scaled until their mean is the usual step.
    let known = turned.compactMap { $0 }
    let all = known.reduce(0, +)
    let scale = all > 0 ? usual * Double(known.count) / all : 1
    return (turned.map { $0.map { $0 * scale } ?? usual }, known.count)
  }

  /// Times from steps, with the steps of each whole second scaled so that they add up to one second.
  private func cumulated(_ steps: [Double]) -> [Double] {
    var times = [Double](repeating: 0, count: steps.count)
    var clock = 0.0
    func go(_ part: Range<Int>, stretch: Double = 1) {
      for i in part {
        clock += steps[i] * stretch
        times[i] = clock
      }
    }
    // A second is taken to begin in the middle of the step that leads to it.
    let changes = seconds.indices.dropFirst().filter { seconds[$0] != seconds[$0 - 1] }
    guard let first = changes.first, let last = changes.last else {
      go(1..<steps.count)
      return times
    }
    // Times of the first rows are counted back from the end of their second.
    clock = seconds[first] - (steps[1..<first].reduce(0, +) + steps[first] / 2)
    times[0] = clock
    go(1..<first + 1)
    for (from, to) in zip(changes, changes.dropFirst()) {
      // Duration of this second before stretching: from the middle of the step that leads to it to the middle of the
      // step that leads to the next second.
      let sum = steps[from] / 2 + steps[from + 1..<to].reduce(0, +) + steps[to] / 2
      let stretch = min(max((seconds[to] - seconds[from]) / max(sum, 1e-9), 0.5), 2)
      clock = seconds[from] + steps[from] / 2 * stretch
      times[from] = clock
      go(from + 1..<to, stretch: stretch)
      clock = max(seconds[to] + steps[to] / 2 * stretch, clock + 1e-4)
      times[to] = clock
    }
    go(last + 1..<steps.count)
    return times
  }

  // MARK: The usual step

  /// Usual step in seconds, and its origin. With three or more whole seconds, the step follows from their median number
  /// of rows. With fewer, the number of rows per second is uncertain by one, and the gyro determines the step within
  /// this range. The first and the last second may be incomplete, so they bound the step on one side only.
  private func usualStep(
    _ attitudes: [UnitQuaternion?], _ rates: [Vector3]
  ) -> (seconds: Double, origin: String, isAssumed: Bool) {
    let parts = rowsOfSeconds()
    let inner = parts.filter(\.isWhole).map(\.rows)
    let middle = Quantiles.upperMedian(inner)
    let turn = inner.count >= 3 ? nil : stepOfTurns(attitudes, rates)
    let byTurns = "from all turns and the gyro"
    if let middle {
      guard let turn else { return (1 / middle, "a row's share of a whole second", false) }
      return (min(max(turn, 1 / (middle + 1)), 1 / max(middle - 1, 1)), byTurns, false)
    }
    let most = parts.map(\.rows).max() ?? 1
    if let turn { return (min(turn, 1 / max(most - 1, 1)), byTurns, false) }
    // A second may have one row more than the rate, because it may begin anywhere between two rows. Headphones have one
    // of these rates.
    let rate = [25.0, 50, 100].first { $0 >= most - 1 } ?? most
    return (
      1 / rate,
      "assumed, since no second is whole and the head hardly turns: the lowest of 25, 50 and 100 Hz that the "
        + "fuller second allows",
      true
    )
  }

  /// Number of rows in each second, and whether the second certainly has all of its rows.
  private func rowsOfSeconds() -> [(rows: Double, isWhole: Bool)] {
    var (parts, count) = ([(rows: Double, isWhole: Bool)](), 1.0)
    for (a, b) in zip(seconds, seconds.dropFirst()) {
      if a == b {
        count += 1
      } else {
        parts.append((count, !parts.isEmpty && b - a == 1))
        count = 1
      }
    }
    return parts + [(count, false)]
  }

  /// Seconds per step, from the rotation of the attitude over stretches of rows and the rotation rate of the gyro:
  ///
  ///     Σ θ·|Σω| / Σ |Σω|²
  ///
  /// with θ the rotation from a stretch's first attitude to its last and Σω the sum of its rates, both ends weighted by
  /// half. Only magnitudes are used, so the axes of the rates do not matter. The result is nil if the head turned too
  /// little.
  private func stepOfTurns(_ attitudes: [UnitQuaternion?], _ rates: [Vector3]) -> Double? {
    var (sum, squares, all) = (0.0, 0.0, 0.0)
    for first in stride(from: 0, to: rows.count - Self.stretch, by: Self.stretch) {
      let part = rows[first...first + Self.stretch]
      let (a, b) = (rows[first], rows[first + Self.stretch])
      guard b - a == Self.stretch, let from = attitudes[a], let to = attitudes[b] else { continue }
      let speed = (part.reduce(.zero) { $0 + rates[$1] } - (rates[a] + rates[b]) / 2).length
      guard speed > Self.least * Double(Self.stretch) else { continue }
      let turn = from.angle(to: to)
      (sum, squares, all) = (sum + turn * speed, squares + speed * speed, all + turn)
    }
    let step = sum / squares
    return all > 0.2 && step > 0.0005 && step < 1 ? step : nil
  }
}
