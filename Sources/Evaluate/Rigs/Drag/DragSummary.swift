import GazeMetrics
import GazeTesting

/// Course of a view's centre on the sphere, in bounded memory: at most 400 places, evenly spaced in time.
struct SpherePath: Sendable, Equatable {
  static let most = 400

  /// A pipeline's name, or `finger` for the view that keeps content under the finger.
  let name: String
  /// The scenario's name.
  let scenario: String
  /// Unit vectors in the world.
  private(set) var places: [SIMD3<Float>] = []
  private var stride = 1
  private var count = 0

  /// A path without places.
  init(_ name: String, scenario: String) {
    self.name = name
    self.scenario = scenario
  }

  mutating func add(_ direction: Vector3) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    places.append(SIMD3<Float>(direction))
    guard places.count == Self.most else { return }
    places = places.indices.filter { $0 % 2 == 0 }.map { places[$0] }
    stride *= 2
  }
}

/// Sums over the people of the drag rig for whom the sensor works.
package struct DragSummary: PeopleSummary {
  /// Slip against the finger's distance from the stroke's start, points.
  private(set) var slipByWay = DragPerson.slipBins
  /// Slip against the finger's distance from the screen's centre, points.
  private(set) var slipByPlace = DragPerson.slipBins
  /// Courses of the view's centre of the first person who has any.
  private(set) var paths: [SpherePath] = []
  /// Number of strokes that went over a pole.
  private(set) var crossings = 0
  /// Time in which the camera was upside down, seconds.
  private(set) var upsideDown = 0.0
  /// True if some touches fit no stroke.
  private(set) var hasFaults = false
  /// True if the picture's true field of view is unknown for somebody.
  private(set) var assumesStatedView = false

  /// A summary of nobody.
  package init() {}

  /// Adds the next person.
  package mutating func add(_ person: PersonMeasurement<DragPerson>) {
    let result = person.person(.all)
    guard !result.isFailing else { return }
    slipByWay.merge(result.slipByWay)
    slipByPlace.merge(result.slipByPlace)
    if paths.isEmpty { paths = result.paths }
    crossings += result.crossings
    upsideDown += result.upsideDown
    hasFaults = hasFaults || result.faults > 0
    assumesStatedView = assumesStatedView || result.assumesStatedView
  }
}
