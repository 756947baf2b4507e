/// Positions of a lid over time, 0 (open) to 1 (closed).
struct LidSeries {
  /// Maximum difference between two time stamps that count as the same moment, seconds. In the app's files such time
  /// stamps are equal; 2 ms allow for files that other programs wrote.
  private static let tolerance = 0.002

  /// Samples in the order of their times.
  private var samples: [(time: Double, value: Double, isTaken: Bool)]

  init(_ samples: [ScanPathSample]) {
    // Samples with the same time keep their order in the file.
    let order = samples.indices.sorted { (samples[$0].time, $0) < (samples[$1].time, $1) }
    self.samples = order.map { (samples[$0].time, samples[$0].lid, false) }
  }

  var count: Int { samples.count }

  /// Number of samples that were assigned to a point.
  var takenCount: Int { samples.count { $0.isTaken } }

  /// Returns the position at a time, nil if there is no sample.
  mutating func value(at time: Double) -> Double? {
    var (low, high) = (0, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].time < time - Self.tolerance { low = middle + 1 } else { high = middle }
    }
    guard low < samples.count, samples[low].time <= time + Self.tolerance else { return nil }
    samples[low].isTaken = true
    return samples[low].value
  }
}
