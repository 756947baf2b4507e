package import GazeMetrics
import GazePipeline

/// How far a pointer is from a place: over a set of samples, in three units.
package struct PointerErrors: Sendable, Equatable {
  /// Screen points.
  package var points = ErrorSummary()
  /// Millimetres on the screen.
  package var millimetres = ErrorSummary()
  /// Degrees at the cyclopean eye; fewer samples where the eyes' poses say nothing.
  package var degrees = ErrorSummary()

  /// No sample yet.
  package init() {}

  /// Takes in a distance, in each unit that is known.
  mutating func add(points: Double, millimetres: Double, degrees: Double?) {
    self.points.add(points)
    self.millimetres.add(millimetres)
    if let degrees { self.degrees.add(degrees) }
  }

  mutating func merge(_ other: PointerErrors) {
    points.merge(other.points)
    millimetres.merge(other.millimetres)
    degrees.merge(other.degrees)
  }
}

/// Frames that are in no pointer error, by why; with the samples compared they are all frames of a take.
package struct LeftOutFrames: Sendable, Equatable {
  /// Lids closed, as ARKit says or as the simulator knows.
  package var blinks = 0
  /// The true gaze is not on the screen, so that it has no distance in points.
  package var offScreen = 0
  /// The pipeline has no pointer of its own: the face is lost, or it declines.
  package var withoutPointer = 0
  /// Without truth: no target is shown, or the eyes have not had the time to get there.
  package var unsettled = 0

  /// None.
  package init() {}

  mutating func merge(_ other: LeftOutFrames) {
    blinks += other.blinks
    offScreen += other.offScreen
    withoutPointer += other.withoutPointer
    unsettled += other.unsettled
  }
}
