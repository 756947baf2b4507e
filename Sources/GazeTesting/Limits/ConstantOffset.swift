import GazePipeline

/// The single constant offset, in points, that would help a pipeline most: the best value for an app that adds a fixed
/// number, such as "+312", to its pointer.
///
/// The offset is found on the very samples on which the pipeline is then judged, so it makes the pipeline look better
/// than it is.
package struct ConstantOffset: Sendable {
  /// Each person's pointer − gaze, a few samples per second.
  package var people: [[SIMD2<Double>]]

  /// A search over the samples of these people.
  package init(people: [[SIMD2<Double>]]) { self.people = people }

  /// Mean over people of the median distance that remains after adding `offset`.
  package func cost(_ offset: SIMD2<Double>) -> Double {
    let medians = people.compactMap { samples in
      Quantiles.upperMedian(samples.map { ($0 + offset).length })
    }
    return medians.isEmpty ? 0 : medians.reduce(0, +) / Double(medians.count)
  }

  /// The offset with the lowest cost to 0.25 pt. Compass search from the pooled median is used because the cost is not
  /// smooth.
  package var best: SIMD2<Double> {
    let all = people.flatMap { $0 }
    guard let x = Quantiles.upperMedian(all.map(\.x)), let y = Quantiles.upperMedian(all.map(\.y)) else { return .zero }
    var offset = -SIMD2(x, y)
    var (least, step) = (cost(offset), 128.0)
    while step >= 0.25 {
      let around = [SIMD2(step, 0), SIMD2(-step, 0), SIMD2(0, step), SIMD2(0, -step)].map { offset + $0 }
      if let better = around.map({ ($0, cost($0)) }).min(by: { $0.1 < $1.1 }), better.1 < least {
        (offset, least) = better
      } else {
        step /= 2
      }
    }
    return offset
  }
}
