import GazePipeline
import GazeRecording

/// Times rebuilt of whole seconds: each step is as long as its turn takes at the gyro's rate, the others as the usual
/// one, and the steps of each whole second add up to a second. The first and the last second may be cut: nothing says
/// when they begin and end but their steps.
struct WholeSeconds {
  /// Slower than this a turn says nothing of time, rad/s.
  private static let least = 0.2
  /// Rows over which a turn is compared with the gyro's rates: long enough that noise is little of it.
  private static let stretch = 8
  /// Turn in all such stretches from which on the gyro says how long a step is, rad.
  private static let enough = 0.2
  /// Rates of headphones, Hz: what is assumed where neither a whole second nor a turn says it.
  private static let headphones = [25.0, 50, 100]

  /// One a row, from 0; NaN where the second is not known.
  private(set) var times: [Double]
  /// The sentences on what was done and assumed.
  private(set) var remarks: [String] = []
  /// Rows of which the second is known, and their seconds.
  private let rows: [Int]
  private let seconds: [Double]

  /// Rebuilds times; nil of fewer than three.
  ///
  /// - Parameters:
  ///   - attitudes: one a row; nil where it is not known.
  ///   - rates: of turning at each row, rad/s; NaN where it is not known.
  init?(_ whole: [Double], _ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>]) {
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

  /// Seconds from the row before to each row: of its turn where that says it, else the usual one; and of how many it
  /// did.
  private func turnSteps(
    _ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>], usual: Double
  ) -> (steps: [Double], count: Int) {
    var turned = [Double?](repeating: nil, count: rows.count)
    for i in rows.indices.dropFirst() {
      let (a, b) = (rows[i - 1], rows[i])
      guard b == a + 1, let p = attitudes[a], let q = attitudes[b] else { continue }
      let speed = ((rates[a] + rates[b]) / 2).length
      let by = p.angle(to: q) / speed
      if speed > Self.least, by > usual / 4, by < usual * 4 { turned[i] = by }
    }
    // Noise makes single turns larger in the mean: their mean is the usual step's.
    let known = turned.compactMap { $0 }
    let all = known.reduce(0, +)
    let scale = all > 0 ? usual * Double(known.count) / all : 1
    return (turned.map { $0.map { $0 * scale } ?? usual }, known.count)
  }

  /// The times of steps, each second's brought to its length.
  private func cumulated(_ steps: [Double]) -> [Double] {
    var times = [Double](repeating: 0, count: steps.count)
    var clock = 0.0
    func go(_ part: Range<Int>, stretch: Double = 1) {
      for i in part {
        clock += steps[i] * stretch
        times[i] = clock
      }
    }
    // The change from one second to the next lies in the middle of the step.
    let changes = seconds.indices.dropFirst().filter { seconds[$0] != seconds[$0 - 1] }
    guard let first = changes.first, let last = changes.last else {
      go(1..<steps.count)
      return times
    }
    // The first rows count back from their second's end.
    clock = seconds[first] - (steps[1..<first].reduce(0, +) + steps[first] / 2)
    times[0] = clock
    go(1..<first + 1)
    for (from, to) in zip(changes, changes.dropFirst()) {
      // From the middle of one change to the middle of the next.
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

  /// Seconds of a step, and where that is from. Three whole seconds and more say it by their median number of rows;
  /// fewer are known to a row, and the gyro says it within that; the first and the last second may be cut, and bound it
  /// from one side.
  private func usualStep(
    _ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>]
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
    // A row more than a second holds is no contradiction: the seconds begin anywhere.
    let rate = Self.headphones.first { $0 >= most - 1 } ?? most
    return (
      1 / rate,
      "assumed, since no second is whole and the head hardly turns: the lowest of 25, 50 and 100 Hz that the "
        + "fuller second allows",
      true
    )
  }

  /// The number of rows of each second, and whether it surely has all of its rows.
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

  /// Seconds a step by how far the attitude turns in stretches of rows and how fast the gyro says:
  ///
  ///     Σ θ·|Σω| / Σ |Σω|²
  ///
  /// with θ the turn from a stretch's first attitude to its last and Σω its rates, the ends counted by half. Sizes
  /// alone count, so it does not matter what axes the rates are about. Nil where the head turned too little.
  private func stepOfTurns(_ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>]) -> Double? {
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
    return all > Self.enough && step > 0.0005 && step < 1 ? step : nil
  }
}
