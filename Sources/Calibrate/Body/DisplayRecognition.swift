package import GazePipeline
import GazeRecording
private import PortableFoundation

/// The display transform that a set of points implies: orientation of the interface, mirroring of the picture, and the
/// way in which the picture fills the view.
///
/// All 24 closed forms are compared with the pairs. A form's distance d is the root mean square of the nearest three
/// quarters of the pairs, so that a fifth of wrong pairs does not matter. The margin of one form over another is the
/// logarithm of their likelihood ratio for normal errors of unknown size. With two coordinates per pair, and for each
/// form the error size that suits it best, L ∝ d^(−2n), so
///
///     margin = 2n·ln(d of the other / d of the best)   (n: number of pairs used)
///
/// Each form leaves out the pairs that are furthest from itself, which may be other pairs than for the other form. So
/// with more than three pairs the margin is approximate.
///
/// Below a margin of `surely` (100 : 1) the result is ambiguous. For example, joints on one line fit a mirror image
/// equally well, and if the view and the picture have the same aspect ratio, all three ways to fill the view are the
/// same.
package struct DisplayRecognition: Equatable {
  /// Margin from which a choice is certain: ln 100.
  static let surely = 4.6
  /// Distance in points below which forms count as equally good, since nobody marks more precisely.
  static let finest = 0.05
  /// Distance beyond which no form fits, as a share of the view's diagonal.
  static let worst = 0.12

  package let transform: DisplayTransform
  /// Distance of the best form from the pairs used, points.
  package let distance: Double
  /// Margin of the orientation and the mirroring over all others, in any fill.
  let orientationMargin: Double
  /// Margin of the best form over forms with another fill in the same orientation.
  let fillMargin: Double
  /// The nearest form of another orientation or mirror.
  package let other: DisplayTransform
  /// The other fills in the same orientation that the points cannot distinguish from the best form.
  let sameFills: [DisplayTransform.Fill]

  /// True if the points determine the picture's orientation.
  package var knowsOrientation: Bool { orientationMargin >= Self.surely && fits }
  /// True if the points determine the way in which the picture fills the view.
  var knowsFill: Bool { fillMargin >= Self.surely && fits }
  package var fits: Bool { distance <= Self.worst * transform.viewport.length }

  /// Compares pairs of a normalised joint and a view point with all forms.
  ///
  /// - Returns: nil with fewer than three pairs.
  /// - Throws: `DisplayTransformError` for invalid sizes.
  package init?(
    _ pairs: [Correspondence], image: Vector2, viewport: Vector2
  ) throws(DisplayTransformError) {
    let pairs = pairs.filter { $0.from.isFinite && $0.to.isFinite }
    guard pairs.count >= 3 else { return nil }
    let counted = max(3 * pairs.count / 4, 3)
    var forms: [(form: DisplayTransform, distance: Double)] = []
    for isMirrored in [false, true] {
      for orientation in ScreenOrientation.allCases {
        for fill in DisplayTransform.Fill.allCases {
          let form = try DisplayTransform(
            image: image, orientation: orientation, viewport: viewport, fill: fill, isMirrored: isMirrored)
          forms.append((form, Self.distance(pairs, form, counted: counted)))
        }
      }
    }
    // Among equal forms the first is kept: aspect fill before the others, unmirrored before mirrored.
    guard var best = forms.first else { return nil }
    for form in forms where form.distance < best.distance * (1 - 1e-9) { best = form }
    func isSameTurn(_ form: DisplayTransform) -> Bool {
      form.orientation == best.form.orientation && form.isMirrored == best.form.isMirrored
    }
    func margin(_ form: (form: DisplayTransform, distance: Double)) -> Double {
      2 * Double(counted) * log(form.distance / best.distance)
    }
    guard var rival = forms.first(where: { !isSameTurn($0.form) }) else { return nil }
    for form in forms where !isSameTurn(form.form) && form.distance < rival.distance { rival = form }
    let fills = forms.filter { isSameTurn($0.form) && $0.form.fill != best.form.fill }
    (transform, distance, other) = (best.form, best.distance, rival.form)
    orientationMargin = margin(rival)
    fillMargin = fills.map(margin).min() ?? 0
    sameFills = fills.filter { margin($0) < Self.surely }.map(\.form.fill)
  }

  private static func distance(_ pairs: [Correspondence], _ form: DisplayTransform, counted: Int) -> Double {
    let squares = pairs.map { pair in
      let off = form.viewFromImage.apply(pair.from) - pair.to
      return (off * off).sum()
    }.sorted()
    return max((squares.prefix(counted).reduce(0, +) / Double(counted)).squareRoot(), finest)
  }

  package var sentences: [String] {
    func turn(_ form: DisplayTransform) -> String { form.orientation.rawValue + (form.isMirrored ? ", mirrored" : "") }
    guard fits else {
      return [
        "the marks fit no display transform of this picture and view: the nearest, \(turn(transform)), is "
          + "\(NumberText.exact(distance, 1)) pt off; check the joints' order, the image's size and the view's size"
      ]
    }
    let first =
      knowsOrientation
      ? "the marks imply \(turn(transform)), \(NumberText.exact(distance, 1)) pt off "
        + "(ln of the likelihood ratio to \(turn(other)): \(NumberText.exact(orientationMargin, 1)))"
      : "the picture's orientation is ambiguous: the marks do not decide between \(turn(transform)) and "
        + "\(turn(other)); mark joints that are not on one line"
    let second =
      knowsFill
      ? "the picture fills the view by \(transform.fill.rawValue) (ln of the likelihood ratio to the next: "
        + "\(NumberText.exact(fillMargin, 1)))"
      : "the way in which the picture fills the view is ambiguous: the marks do not decide between "
        + ([transform.fill] + sameFills).map(\.rawValue).joined(separator: " and ")
    return [first, second]
  }
}
