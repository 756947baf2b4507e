import GazeMetrics
package import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The knowledge that an app has of a person, and options that override numbers of the calibration and the profile.
package struct PointerOptions: Sendable {
  /// Source of a person's calibration.
  package enum PersonCalibrationSource: String, Sendable, CaseIterable {
    /// A calibration with five points in an earlier session, as an app's users would do it.
    case fivePoints = "5"
    /// No calibration.
    case none
  }

  /// Corrections that are possible without a calibration of the person.
  enum ConstantCorrection: Equatable {
    /// No correction.
    case none
    /// A constant for everybody, points.
    case fixed(Vector2)
    /// The best constant for the judged people on the judged frames at this recline; only a comparison finds it.
    /// In a closed loop without targets it is found on the same people's frames in an open loop.
    case best
    /// Each person's own constant: the mean error at the five calibration points.
    case fivePoints
    /// Each person's own constant: the best one for the judged session itself, which cannot be known beforehand.
    case hindsight
  }

  /// The person's calibration.
  package var personCalibration = PersonCalibrationSource.fivePoints
  /// Trust in the calibration's offset, which comes from an earlier session.
  var trust = PersonTrust.assumed
  /// Session of the five points; nil is the one in which an app is calibrated.
  var fivePointsSession: Int?
  /// Smoothing that overrides the calibration's or the profile's.
  package var smoothing: Smoothing?
  /// A constant added to the pointer of every pipeline but `standard`.
  var correction = ConstantCorrection.none
  /// Evidence by which `standard` recentres its pointer in the session.
  package var recentre = RecentreChoice.none
  /// Parts of a person's results that are measured.
  var parts = PointerMeter.Parts.all
  /// Rule of the scroll trigger of `standard`; nil for the calibration's or the profile's trigger.
  package var trigger: ScrollRule?

  /// The default options.
  package init() {}
}
