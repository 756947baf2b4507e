package import GazeRecording
package import GazeSimulation

/// A rig whose fit is a list of parameters: head, body and drag.
package protocol FittedRig: Rig where Calibration == RigCalibrationFile {
  /// The fit of `gazesim calibrate`.
  associatedtype Fit: RigFit where Fit.Observation == Sample.Observation

  /// A fit without data yet.
  static func fit(_ setup: Setup) -> Fit
}

extension FittedRig {
  /// The settings in force.
  package static func setup(
    _ profile: Profile, _ header: RecordingHeader, _ calibration: RigCalibrationFile?, _ options: PointerOptions,
    participant: Int?
  ) -> Setup {
    Setup(Self.self, profile: profile, header: header, calibration: calibration, participant: participant)
  }
}

/// A least-squares fit to what apps may see. Memory does not grow with a recording's length.
package protocol RigFit: Sendable {
  associatedtype Observation: Sendable

  /// The samples that follow are another recording's: time may begin again. A participant's number means the same person.
  /// Called before each recording, the first one too.
  mutating func begin()
  /// Takes an observation in.
  mutating func add(_ observation: Observation, participant: Int)
  /// The fit.
  ///
  /// - Throws: `RigFitFailure` where the data do not hold what it needs.
  func solved() throws -> RigFitResult
}

extension RigFit {
  /// Nothing: the fit looks at no time.
  package mutating func begin() {}
}

/// Data that hold too little for a fit, and what would help.
package struct RigFitFailure: Error, Sendable, CustomStringConvertible {
  /// One line.
  package var description: String

  /// A failure from its sentence.
  package init(_ description: String) { self.description = description }
}
