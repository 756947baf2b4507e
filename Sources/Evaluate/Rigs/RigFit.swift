package import GazeRecording
import GazeSimulation
import GazeTesting

/// A least-squares fit to the data that an app can record. Memory does not grow with a recording's length.
package protocol RigFit: Sendable {
  associatedtype Observation: Sendable

  /// Share of a calibration's time that has passed when all observations have been added; 1, unless the rig adds
  /// further parts to the calibration file.
  static var share: Double { get }

  /// Begins another recording, whose times may start from an earlier value. A participant's number means the same
  /// person in all recordings. The method is called before each recording, including the first.
  ///
  /// - Parameter session: the session's number, shared by all recordings of one session of a person.
  mutating func begin(_ setup: Setup, session: Int)
  /// Takes in an observation.
  mutating func add(_ observation: Observation, participant: Int)
  /// Ends the recording.
  mutating func end() throws(RigFitFailure)
  /// The fit.
  ///
  /// - Throws: `RigFitFailure` if the data are insufficient; the run names the recordings.
  mutating func solved() throws -> CalibrationFile.Fit
}

extension RigFit {
  /// 1: adding the observations takes all of the time.
  package static var share: Double { 1 }

  /// Does nothing: by default a fit does not use time.
  package mutating func begin(_ setup: Setup, session: Int) {}

  /// Does nothing.
  package mutating func end() throws(RigFitFailure) {}
}

/// Data that are insufficient for a fit, with a remedy.
package struct RigFitFailure: Error, Sendable, CustomStringConvertible {
  /// One line.
  package var description: String
  /// Places of the recordings that are the reason; empty if all are.
  package var recordings: [Int] = []

  /// A failure from its sentence.
  package init(_ description: String) { self.description = description }
}
