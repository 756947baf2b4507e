package import GazeMetrics
import GazePipeline

/// Distances of a pointer from a reference over a set of samples, in three units.
package struct PointerErrors: Sendable, Equatable, Codable {
  /// Screen points.
  package var points = ErrorSummary()
  /// Millimetres on the screen.
  package var millimetres = ErrorSummary()
  /// Degrees at the cyclopean eye. There are fewer samples than in the other units if the eyes' poses are invalid in
  /// some frames.
  package var degrees = ErrorSummary()

  /// Errors of samples; by default there are none.
  package init(
    points: ErrorSummary = ErrorSummary(), millimetres: ErrorSummary = ErrorSummary(),
    degrees: ErrorSummary = ErrorSummary()
  ) {
    (self.points, self.millimetres, self.degrees) = (points, millimetres, degrees)
  }

  /// Adds a distance in each unit that is known.
  mutating func add(
    points: ErrorSummary.Sample?, millimetres: ErrorSummary.Sample?, degrees: ErrorSummary.Sample?
  ) {
    self.points.add(points)
    self.millimetres.add(millimetres)
    self.degrees.add(degrees)
  }

  mutating func condense() {
    points.condense()
    millimetres.condense()
    degrees.condense()
  }

  mutating func merge(_ other: PointerErrors) {
    points.merge(other.points)
    millimetres.merge(other.millimetres)
    degrees.merge(other.degrees)
  }
}

/// Frames that are in no pointer error, by reason; together with the compared samples they are all frames of a take.
package struct LeftOutFrames: Sendable, Equatable, Codable {
  /// The lids are closed, according to ARKit or the simulator.
  package var blinks = 0
  /// The true gaze is off the screen, so it has no distance in points.
  package var offScreen = 0
  /// The pipeline has no pointer of its own: the face is lost, or the pipeline declines.
  package var withoutPointer = 0
  /// Without truth: no target is shown, or the eyes have not had time to reach it.
  package var unsettled = 0

  /// No frames.
  package init() {}

  mutating func merge(_ other: LeftOutFrames) {
    blinks += other.blinks
    offScreen += other.offScreen
    withoutPointer += other.withoutPointer
    unsettled += other.unsettled
  }
}
