private import Calibrate
import GazePipeline
public import GazeRecording

/// The overlay's fit: what is left between the display transform's points and the marks that somebody made on the screen, as an
/// affine correction about the view's middle; and which display transform the marks imply.
public struct BodyFit: RigFit {
  /// Marks that are kept.
  static let mostMarks = 50_000

  private let picture: BodyPicture
  private var joints: [Mark] = []
  private var skipped = 0

  private struct Mark: Sendable {
    var image: SIMD2<Double>
    var shown: SIMD2<Double>
    /// A joint of a person: its own offset is in all of them.
    var group: Int
  }

  init(_ setup: RigSetup) { picture = BodyPicture(setup) }

  /// Takes an observation in; only joints that are tracked and marked say anything.
  public mutating func add(_ observation: RecordedBody.Observation, participant: Int) {
    guard observation.skeleton.isTracked else { return }
    for joint in BodyJoint.allCases {
      guard let image = observation.skeleton.joints[joint], let shown = observation.shown[joint] else { continue }
      guard joints.count < Self.mostMarks else {
        skipped += 1
        continue
      }
      joints.append(Mark(image: image, shown: shown, group: participant &* BodyJoint.count &+ joint.rawValue))
    }
  }

  /// The fit.
  ///
  /// - Throws: `RigFitFailure` with too few marks, with marks on one line, and for a view without a size.
  public func solved() throws -> RigFitResult {
    let display: DisplayTransform
    do { display = try picture.display() } catch { throw RigFitFailure("\(error)") }
    guard !joints.isEmpty else {
      throw RigFitFailure(
        "no joint was marked on the screen: a fit takes samples with `shown`; record some, or generate --scenario calibration"
      )
    }
    let raw = joints.map { Correspondence(from: $0.image, to: $0.shown, group: $0.group) }
    let nominal = joints.map {
      Correspondence(from: display.viewFromImage.apply($0.image), to: $0.shown, group: $0.group)
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
    let names = [
      ("scaleX", "1"), ("shearX", "1"), ("shearY", "1"), ("scaleY", "1"), ("offsetX", "pt"), ("offsetY", "pt"),
    ]
    let map = ["a", "c", "b", "d", "tx", "ty"].map { ("imageToView." + $0, "pt") }
    return RigFitResult(
      parameters: Self.parameters(names, correction) + Self.parameters(map, whole), condition: correction.condition,
      stop: correction.stop, residualRMS: correction.residualRMS, residualUnit: "pt",
      heldOut: Self.heldOut(nominal, middle), outliers: correction.outliers,
      remarks: remarks(display, nominal, correction, recognised))
  }

  private static func parameters(_ names: [(String, String)], _ fit: AffineFit) -> [CalibrationFile.Parameter] {
    zip(names, fit.parameters).map { name, parameter in
      CalibrationFile.Parameter(
        name: name.0, unit: name.1, value: parameter.value, standardError: parameter.standardError,
        robustStandardError: parameter.groupedError,
        ci95: [parameter.interval.lowerBound, parameter.interval.upperBound], identified: true)
    }
  }

  /// RMS of every fifth mark, by a fit of the others; marks as far off as outliers are left out as they are in the fit.
  private static func heldOut(_ pairs: [Correspondence], _ middle: SIMD2<Double>) -> Double? {
    let rest = pairs.enumerated().filter { $0.offset % 5 != 0 }.map(\.element)
    guard let fit = try? AffineFit(rest, fromMiddle: middle, toMiddle: middle) else { return nil }
    let map = fit.map
    let limit = 4.685 * fit.scale
    let distances = pairs.enumerated().filter { $0.offset % 5 == 0 }
      .map { (map.apply($0.element.from) - $0.element.to).length }.filter { $0 <= limit || fit.scale == 0 }
    guard !distances.isEmpty else { return nil }
    return (distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)).squareRoot()
  }

  private func remarks(
    _ display: DisplayTransform, _ nominal: [Correspondence], _ fit: AffineFit, _ recognised: DisplayRecognition?
  ) -> [String] {
    func median(_ map: AffineMap) -> Double {
      let sorted = nominal.map { (map.apply($0.from) - $0.to).length }.sorted()
      return sorted[sorted.count / 2]
    }
    var remarks = recognised?.sentences ?? []
    if let recognised, recognised.knowsOrientation,
      recognised.transform.orientation != display.orientation || recognised.transform.isMirrored
    {
      remarks.append(
        "the recording says \(display.orientation.rawValue): the correction turns the picture, which only stands in for the right "
          + "orientation")
    }
    remarks.append(
      "the marks are \(number(median(.identity), 1)) pt from the display transform's points (median), \(number(median(fit.map), 1)) pt "
        + "after the correction")
    remarks.append(
      fit.isGrouped
        ? "intervals by leaving out each joint of each person in turn: a joint's own offset is in them"
        : "too few joints for intervals that hold a joint's own offset: these take all marks to be independent")
    if skipped > 0 { remarks.append("\(skipped) marks beyond the first \(Self.mostMarks) were not used") }
    return remarks
  }
}
