package import GazePipeline
package import GazeRecording

/// Result of a drag fit in the form of a calibration file, with the sentences on it.
package struct DragEstimate {
  package let view: PerspectiveView
  /// Ratios of the fitted sensitivities, across and down, to the sensitivities that are exact at the centre; 1 for a
  /// ratio that could not be fitted.
  package let s: Vector2
  package let strokes: Int
  /// True if the strokes used are those about the screen's centre.
  package let isCentral: Bool
  /// `degreesPerScreenX`, `degreesPerScreenY`, and `fieldOfViewScale` if marks were grabbed.
  package private(set) var parameters: [CalibrationFile.Parameter] = []
  package private(set) var unidentified: [CalibrationFile.Unidentified] = []
  package let condition: Double?
  package let stop: String
  /// Root mean square of the slip with the fitted sensitivity, points.
  package let slipRMS: Double
  /// Root mean square of the slip on strokes that the fit did not use, points; nil if there were too few.
  package let heldOut: Double?
  /// Number of strokes that grabbed something other than the stated mark.
  package private(set) var outliers = 0
  package private(set) var remarks: [String] = []

  init(
    view: PerspectiveView, s: Vector2, strokes: Int, isCentral: Bool, leftOut: Int, condition: Double?,
    stop: String, slips: [Double], heldOut: Double?
  ) {
    (self.view, self.s, self.strokes, self.isCentral, self.condition) = (view, s, strokes, isCentral, condition)
    (self.stop, slipRMS, self.heldOut) = (stop, slips.rms ?? 0, heldOut)
    let exact = view.turnPerScreen
    remarks = [
      """
      the exact value at the screen's centre, with a field of view of \
      \(NumberText.shortest(view.fieldOfView.degrees, 2)) degrees on \(NumberText.shortest(view.points.x, 2)) x \
      \(NumberText.shortest(view.points.y, 2)) points: \(NumberText.shortest(exact.x.degrees, 2)) degrees per \
      screen across and \(NumberText.shortest(exact.y.degrees, 2)) down
      """
    ]
    if !isCentral {
      remarks.append(
        """
        too few strokes stay about the centre of a level camera, so all \(strokes) were taken: the fit trades slip at \
        the centre for slip elsewhere
        """)
    }
    if leftOut > 0 { remarks.append("\(leftOut) more strokes were left out: \(DragFit.mostStrokes) are enough") }
  }

  /// - Parameters:
  ///   - plain: standard error as if all touches were independent.
  ///   - error: standard error from the scatter between strokes.
  mutating func addTurn(_ axis: Int, plain: Double?, error: Double?, freedom: Double, isIdentified: Bool) {
    let name = axis == 0 ? "degreesPerScreenX" : "degreesPerScreenY"
    let exact = view.turnPerScreen[axis].degrees
    add(
      name, "deg", (isIdentified ? s[axis] : 1) * exact, plain: plain.map { $0 * exact },
      error: error.map { $0 * exact },
      freedom: freedom, isIdentified: isIdentified,
      unless: "too few strokes go \(axis == 0 ? "across" : "up or down"), or they disagree too much, so the value is "
        + "computed from the field of view, for the screen's centre; record \(DragFit.fewestStrokes) strokes or more "
        + "\(axis == 0 ? "to the left and right" : "up and down") about the screen's centre")
  }

  mutating func addScale(
    focal: Double, plain: Double?, error: Double, freedom: Double, least: Double, outliers: Int
  ) {
    let isIdentified = error < least * focal
    // d(1/g) = dg/g².
    add(
      "fieldOfViewScale", "1", 1 / focal, plain: plain.map { $0 / (focal * focal) }, error: error / (focal * focal),
      freedom: freedom, isIdentified: isIdentified,
      unless: """
        the grabbed marks lie too close to the screen's centre, or too far from the finger, to determine the \
        picture's size; drag marks across the whole screen
        """)
    self.outliers = outliers
    guard isIdentified else { return }
    if abs(1 / focal - 1) > 4 * error / (focal * focal) {
      let found = view.widened(by: 1 / focal).fieldOfView.degrees
      remarks.append(
        """
        the grabbed marks say that the vertical field of view is \(NumberText.shortest(found, 2)) degrees, the \
        recording states \(NumberText.shortest(view.fieldOfView.degrees, 2)): degrees a screen hold for the \
        stated one; correct \"fieldOfViewDegrees\" and fit again
        """)
    }
  }

  /// Adds a parameter; one that is not identified, for a reason, has no errors and no interval.
  private mutating func add(
    _ name: String, _ unit: String, _ value: Double, plain: Double?, error: Double?, freedom: Double,
    isIdentified: Bool, unless reason: String
  ) {
    let half = error.map { $0 * Distributions.studentQuantile(0.975, freedom: freedom) }
    var parameter = CalibrationFile.Parameter(name: name, unit: unit, value: value, identified: isIdentified)
    if isIdentified {
      (parameter.standardError, parameter.robustStandardError) = (plain, error)
      parameter.ci95 = half.map { [value - $0, value + $0] }
    } else {
      unidentified.append(.init(parameters: [name], reason: reason))
    }
    parameters.append(parameter)
  }
}
