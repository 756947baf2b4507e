/// Positions of a lid by time, 0 (open) to 1 (closed).
struct LidSeries {
  /// The samples of one moment carry the same time stamp; two milliseconds allow for other writers.
  private static let tolerance = 0.002

  /// In order of time.
  private var samples: [(time: Double, value: Double, isTaken: Bool)]

  init(_ samples: [ScanPathSample]) {
    // Samples of one time keep their order in the file.
    let order = samples.indices.sorted { (samples[$0].time, $0) < (samples[$1].time, $1) }
    self.samples = order.map { (samples[$0].time, samples[$0].lid, false) }
  }

  var count: Int { samples.count }

  /// The number of samples that a point was given.
  var takenCount: Int { samples.count { $0.isTaken } }

  /// The position at a time, nil if there is no sample.
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
