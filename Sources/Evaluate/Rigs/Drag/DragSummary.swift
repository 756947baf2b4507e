import GazeMetrics
import GazeTesting

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
  private(set) var believesView = false

  /// A summary of nobody.
  package init() {}

  /// Adds the next person.
  package mutating func add(_ person: Measured<DragPerson>) {
    let own = person.person(.all)
    guard !own.isFailing else { return }
    slipByWay.merge(own.slipByWay)
    slipByPlace.merge(own.slipByPlace)
    if paths.isEmpty { paths = own.paths }
    crossings += own.crossings
    upsideDown += own.upsideDown
    hasFaults = hasFaults || own.faults > 0
    believesView = believesView || own.believesView
  }
}
