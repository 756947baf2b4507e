private import Calibrate
import GazePipeline
package import GazeRecording

/// The overlay's fit to marks that a person made on the screen. It finds the affine correction about the view's middle
/// that maps the display transform's points to the marks, and the display transform that the marks imply.
///
/// The noise of a joint's position would bias the scales towards 0, so the positions of the neighbouring joints serve
/// as instruments for it (`Correspondence.instrument`). The noise of neighbouring joints is assumed to be independent
/// of the joint's noise, which holds in the simulation and has not been measured on a phone. Over 80 simulated phones
/// with 5 people each (preset typical) scaleX and scaleY were 0.00 ± 0.03 and 0.00 ± 0.04 % off, and their intervals
/// covered 0.91 and 0.93. With least squares they were −0.17 and −0.11 % off; with 40 people, where this bias matters,
/// the intervals covered the truth on 0.35 and 0.75 of 20 phones instead of on all.
package struct BodyFit: RigFit {
  /// Number of marks that are kept.
  static let mostMarks = 50_000
  /// Largest movement of any point of the view, horizontally or vertically, when an identified parameter changes over
  /// its 95 % interval, points.
  static let tolerance = 10.0

  /// Smallest scale that a valid correction may have in any direction.
  static let leastStretch = 0.1

  private let picture: BodyPicture
  private var joints: [Mark] = []
  private var skipped = 0

  private struct Mark: Sendable {
    var image: Vector2
    var shown: Vector2
    /// Mean position of the neighbouring joints in the same skeleton: an estimate of the position without the joint's
    /// own error.
    var beside: Vector2?
    /// Number of the joint and person: all marks of a group share the offset of that person's joint.
    var group: Int
  }

  init(_ setup: Setup) { picture = BodyPicture(setup) }

  /// Takes in an observation; only joints that are both tracked and marked contribute.
  package mutating func add(_ observation: RecordedBody.Observation, participant: Int) {
    guard observation.skeleton.isTracked else { return }
    for joint in BodyJoint.allCases {
      guard let image = observation.skeleton.joints[joint], let shown = observation.shown[joint] else { continue }
      guard joints.count < Self.mostMarks else {
        skipped += 1
        continue
      }
      joints.append(
        Mark(
          image: image, shown: shown, beside: Self.beside(joint, observation.skeleton.joints),
          group: participant &* BodyJoint.count &+ joint.rawValue))
    }
  }

  private static func beside(_ joint: BodyJoint, _ joints: BodyPoints) -> Vector2? {
    var (sum, count) = (Vector2.zero, 0.0)
    for other in BodyJoint.allCases where other.parent == joint || joint.parent == other {
      guard let place = joints[other] else { continue }
      (sum, count) = (sum + place, count + 1)
    }
    return count > 0 ? sum / count : nil
  }

  /// The fit.
  ///
  /// - Throws: `RigFitFailure` with too few marks, with marks or joints in one place or on one line, and for a view
  ///   without a size.
  package func solved() throws -> CalibrationFile.Fit {
    let display: DisplayTransform
    do { display = try picture.display() } catch { throw RigFitFailure("\(error)") }
    guard !joints.isEmpty else {
      throw RigFitFailure(
        """
        no joint was marked on the screen: a fit takes samples with `shown`; record some, or generate --scenario \
        calibration
        """
      )
    }
    let raw = joints.map { Correspondence(from: $0.image, to: $0.shown, group: $0.group, instrument: $0.beside) }
    let nominal = joints.map {
      Correspondence(
        from: display.viewFromImage.apply($0.image), to: $0.shown, group: $0.group,
        instrument: $0.beside.map(display.viewFromImage.apply))
    }
    let middle = display.viewport / 2
    let (correction, whole, recognised): (AffineFit, AffineFit, DisplayRecognition?)
    do {
      correction = try AffineFit(nominal, fromMiddle: middle, toMiddle: middle)
      whole = try AffineFit(raw, fromMiddle: .zero, toMiddle: .zero)
      recognised = try DisplayRecognition(raw, image: picture.image, viewport: picture.viewport)
    } catch {
      throw RigFitFailure("\(error)")
    }
    guard Self.smallestStretch(correction.map) >= Self.leastStretch else {
      throw RigFitFailure(
        """
        the marks lie in one place or on one line, but the joints do not: such a fit would draw all circles there; \
        mark each joint where the picture shows it
        """)
    }
    let names: [(name: String, unit: String, reach: Double)] = [
      ("scaleX", "1", middle.x), ("shearX", "1", middle.y), ("shearY", "1", middle.x), ("scaleY", "1", middle.y),
      ("offsetX", "pt", 1), ("offsetY", "pt", 1),
    ]
    let map = ["a", "c", "b", "d", "tx", "ty"].map { (name: "imageToView." + $0, unit: "pt", reach: 1.0) }
    let parameters = Self.parameters(names, correction) + Self.parameters(map, whole)
    let open = parameters.filter { !$0.identified }.map(\.name)
    return CalibrationFile.Fit(
      parameters: parameters, unidentified: open.isEmpty ? [] : [Self.unidentified(open)],
      condition: correction.condition, stop: correction.stop, residualRMS: correction.residualRMS, residualUnit: "pt",
      heldOut: Self.heldOut(nominal, middle), outliers: correction.outliers,
      remarks: remarks(display, nominal, correction, recognised))
  }

  /// The smaller singular value of a map, which is the smallest factor by which the map scales a length.
  private static func smallestStretch(_ map: AffineMap) -> Double {
    let (sum, area) = (map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d, map.determinant)
    return (max(sum - max(sum * sum - 4 * area * area, 0).squareRoot(), 0) / 2).squareRoot()
  }

  /// - Parameter names: name, unit, and the movement of the furthest point of the view or picture per unit, points.
  private static func parameters(
    _ names: [(name: String, unit: String, reach: Double)], _ fit: AffineFit
  ) -> [CalibrationFile.Parameter] {
    zip(names, fit.parameters).map { name, parameter in
      let interval = parameter.interval
      return CalibrationFile.Parameter(
        name: name.name, unit: name.unit, value: parameter.value, standardError: parameter.standardError,
        robustStandardError: parameter.groupedError, ci95: [interval.lowerBound, interval.upperBound],
        identified: (interval.upperBound - interval.lowerBound) / 2 * name.reach <= tolerance)
    }
  }

  private static func unidentified(_ names: [String]) -> CalibrationFile.Unidentified {
    .init(
      parameters: names,
      reason:
        """
        the marks leave more than \(Int(tolerance)) pt undetermined at the view's edge; mark more joints, including \
        hands and feet, of a person at several places
        """)
  }

  /// RMS residual of every fifth mark under a fit to the other marks; marks that are outliers of this fit are left out.
  private static func heldOut(_ pairs: [Correspondence], _ middle: Vector2) -> Double? {
    let rest = pairs.enumerated().filter { $0.offset % 5 != 0 }.map(\.element)
    guard let fit = try? AffineFit(rest, fromMiddle: middle, toMiddle: middle) else { return nil }
    let map = fit.map
    let held = pairs.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    let distances = held.filter { !fit.isOutlier($0) }.map { (map.apply($0.from) - $0.to).length }
    guard !distances.isEmpty else { return nil }
    return (distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)).squareRoot()
  }

  private func remarks(
    _ display: DisplayTransform, _ nominal: [Correspondence], _ fit: AffineFit, _ recognised: DisplayRecognition?
  ) -> [String] {
    func median(_ map: AffineMap) -> Double? {
      Quantiles.upperMedian(nominal.map { (map.apply($0.from) - $0.to).length })
    }
    var remarks = recognised?.sentences ?? []
    if let recognised, recognised.knowsOrientation,
      recognised.transform.orientation != display.orientation || recognised.transform.isMirrored
    {
      remarks.append(
        """
        the recording states \(display.orientation.rawValue), and the marks fit another orientation: the correction \
        turns the picture, but the recording should state the right orientation
        """)
    }
    remarks.append(
      """
      the marks are \(NumberText.brief(median(.identity), 1)) pt from the display transform's points (median), \
      \(NumberText.brief(median(fit.map), 1)) pt after the correction
      """)
    remarks.append(
      fit.isGrouped
        ? "intervals by leaving out each joint of each person in turn: a joint's own offset is in them"
        : "too few joints for intervals that hold a joint's own offset: these take all marks to be independent")
    remarks.append(
      fit.isInstrumented
        ? """
        the position of a joint is taken from the joints next to it, so that its own noise pulls no scale to 0; \
        their noise is taken to be their own
        """
        : """
        the joints next to those that were marked are missing or tell too little: a joint's noise pulls the scales \
        to 0, by its variance over that of the places
        """)
    if skipped > 0 { remarks.append("\(skipped) marks beyond the first \(Self.mostMarks) were not used") }
    return remarks
  }
}
