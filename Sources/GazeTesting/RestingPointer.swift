package import GazePipeline

/// Errors that a pointer that never moves has on the samples on which a person's pointer is measured. A pointer's own
/// error is read beside these.
package struct RestingErrors: Equatable, Codable {
  /// `middlePoints`: median distance from the screen's middle to the reference, points; nil without a sample;
  /// `middleDegrees`: the same in degrees at the eye; nil if the eye's place is not known.
  package private(set) var middlePoints, middleDegrees: Double?
  /// Median distance to the reference from the place at which this distance is smallest, points; the place is found in
  /// hindsight, for each person. nil without a sample.
  package private(set) var bestPlacePoints: Double?
  /// The same in degrees at the eye, at the same place; nil if the eye's place is not known.
  package private(set) var bestPlaceDegrees: Double?
  /// Seconds that the medians stand for.
  private var seconds = 0.0

  /// No samples.
  package init() {}

  fileprivate init(
    middle: (points: Double?, degrees: Double?), best: (points: Double?, degrees: Double?), _ seconds: Double
  ) {
    (middlePoints, middleDegrees) = middle
    (bestPlacePoints, bestPlaceDegrees) = best
    self.seconds = seconds
  }

  /// Adds another take of the person; each take has a best place of its own, and the medians are weighted by time.
  mutating func merge(_ other: RestingErrors) {
    func joined(_ own: Double?, _ more: Double?) -> Double? {
      PersonResult.joined(own, more, seconds: (seconds, other.seconds))
    }
    middlePoints = joined(middlePoints, other.middlePoints)
    middleDegrees = joined(middleDegrees, other.middleDegrees)
    bestPlacePoints = joined(bestPlacePoints, other.bestPlacePoints)
    bestPlaceDegrees = joined(bestPlaceDegrees, other.bestPlaceDegrees)
    seconds += other.seconds
  }
}

/// Collects the samples of a take for `RestingErrors`, a few a second and never more than `most`.
struct RestingMeter {
  /// Largest number of samples kept. When it is reached, every second one is dropped, and the interval is doubled.
  static let most = 512

  private struct Sample {
    var reference: Vector2
    var direction: Vector3
    var view: EyeGeometry
  }

  private let geometry: ScreenGeometry
  private var samples: [Sample] = []
  private var (interval, next) = (0.2, -Double.infinity)

  init(_ geometry: ScreenGeometry) { self.geometry = geometry }

  /// Takes in a reference that a pointer was compared with.
  mutating func add(_ reference: ScreenPoint, _ view: EyeGeometry, at time: Double) {
    guard time >= next else { return }
    next = time + interval
    samples.append(Sample(reference: reference.point, direction: reference.direction, view: view))
    guard samples.count == Self.most else { return }
    interval *= 2
    samples = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  func finish() -> RestingErrors {
    let middle = geometry.points / 2
    let best = middle + ConstantOffset(people: [samples.map { middle - $0.reference }]).best
    return RestingErrors(middle: errors(at: middle), best: errors(at: best), Double(samples.count) * interval)
  }

  /// Median distances of the references from a point.
  private func errors(at point: Vector2) -> (points: Double?, degrees: Double?) {
    let angles = samples.lazy.map { sample in
      ScreenPoint(point, geometry, sample.view).direction
    }
    let degrees = zip(samples, angles).map { angleBySeries(between: $1, and: $0.direction).degrees }
    return (
      Quantiles.median(samples.map { (point - $0.reference).length }), Quantiles.median(degrees.filter { !$0.isNaN })
    )
  }
}

/// The single constant offset, in points, that would help a pipeline most: the best value for an app that adds a fixed
/// number, such as "+312", to its pointer.
///
/// The offset is found on the very samples on which the pipeline is then judged, so it makes the pipeline look better
/// than it is.
package struct ConstantOffset {
  /// Each person's pointer − gaze, a few samples per second.
  package var people: [[Vector2]]

  /// A search over the samples of these people.
  package init(people: [[Vector2]]) { self.people = people }

  /// Mean over people of the median distance that remains after adding `offset`.
  package func cost(_ offset: Vector2) -> Double {
    let medians = people.compactMap { samples in
      Quantiles.upperMedian(samples.map { ($0 + offset).length })
    }
    return medians.isEmpty ? 0 : medians.reduce(0, +) / Double(medians.count)
  }

  /// The offset with the lowest cost to 0.25 pt. Compass search from the pooled median is used because the cost is not
  /// smooth.
  package var best: Vector2 {
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
