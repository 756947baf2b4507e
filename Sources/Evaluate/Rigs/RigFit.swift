package import GazeRecording

/// A least-squares fit to what apps may see. Memory does not grow with a recording's length.
package protocol RigFit: Sendable {
  associatedtype Observation: Sendable

  /// Of a calibration's time, how much is gone when all has been added: all of it, unless the rig completes the file with more.
  static var share: Double { get }

  /// The samples that follow are another recording's: time may begin again. A participant's number means the same person.
  /// Called before each recording, the first one too.
  ///
  /// - Parameter session: recordings of a person with the same number are of one session.
  mutating func begin(_ setup: Setup, session: Int)
  /// Takes an observation in.
  mutating func add(_ observation: Observation, participant: Int)
  /// The recording is over.
  mutating func end() throws(RigFitFailure)
  /// The fit.
  ///
  /// - Throws: `RigFitFailure` where the data do not hold what it needs; the run names the recordings.
  mutating func solved() throws -> CalibrationFile.Fit
}

extension RigFit {
  /// All of it.
  package static var share: Double { 1 }

  /// Nothing: the fit looks at no time.
  package mutating func begin(_ setup: Setup, session: Int) {}

  /// Nothing is left to do.
  package mutating func end() throws(RigFitFailure) {}
}

/// Data that hold too little for a fit, and what would help.
package struct RigFitFailure: Error, Sendable, CustomStringConvertible {
  /// One line.
  package var description: String

  /// A failure from its sentence.
  package init(_ description: String) { self.description = description }
}
