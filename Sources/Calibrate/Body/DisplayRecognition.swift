private import Foundation
package import GazePipeline
import GazeRecording

/// Which display transform a set of points implies: how the interface is turned, whether the picture is mirrored, and how it
/// fills the view.
///
/// All 24 closed forms are compared with the pairs. A form's distance d is the root mean square of the nearest three quarters of the
/// pairs, so a fifth of wrong ones does not matter. How sure a choice is over another one is the logarithm of their likelihood
/// ratio when errors are normal and their size is unknown. With two coordinates a pair and each form's size the one that suits it
/// best, L ∝ d^(−2n), so
///
///     margin = 2n·ln(d of the other / d of the best)   (n pairs that count)
///
/// Each form leaves out the pairs that are furthest from it, not from the other: with more than three pairs that makes it
/// approximate.
///
/// Below `surely` (100 : 1) the points cannot tell, and it is ambiguous: joints on one line fit a mirror image as well, and where
/// the view has the picture's shape all three ways to fill it are the same.
package struct DisplayRecognition: Sendable, Equatable {
  /// ln 100.
  package static let surely = 4.6
  /// Distances below this, points, are all the same: nobody marks better.
  package static let finest = 0.05
  /// Beyond this share of the view's diagonal no form fits.
  package static let worst = 0.12

  /// The best form.
  package let transform: DisplayTransform
  /// Its distance from the pairs that count, points.
  package let distance: Double
  /// How sure the orientation and the mirror are, over all others in whatever fill.
  package let orientationMargin: Double
  /// How sure the fill is, in that orientation.
  package let fillMargin: Double
  /// The nearest form of another orientation or mirror.
  package let other: DisplayTransform
  /// The forms of the same orientation that the points cannot tell from the best.
  package let sameFills: [DisplayTransform.Fill]

  /// The points can tell how the picture is turned.
  package var knowsOrientation: Bool { orientationMargin >= Self.surely && fits }
  /// The points can tell how it fills the view.
  package var knowsFill: Bool { fillMargin >= Self.surely && fits }
  /// Any of the forms is near the points at all.
  package var fits: Bool { distance <= Self.worst * transform.viewport.length }

  /// Compares pairs of a normalised joint and a view point with all forms.
  ///
  /// - Returns: nil with fewer than three pairs.
  /// - Throws: `DisplayTransformError` for sizes that are none.
  package init?(
    _ pairs: [Correspondence], image: SIMD2<Double>, viewport: SIMD2<Double>
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
    // The first of equals: aspect fill before the others, unmirrored before mirrored.
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

  /// In a sentence or two.
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
      : "the picture's orientation is ambiguous: the marks fit \(turn(transform)) and \(turn(other)) equally well; "
        + "mark joints that are not on one line"
    let second =
      knowsFill
      ? "the picture fills the view by \(transform.fill.rawValue) (ln of the likelihood ratio to the next: "
        + "\(NumberText.exact(fillMargin, 1)))"
      : "the way in which the picture fills the view is ambiguous: "
        + "\(([transform.fill] + sameFills).map(\.rawValue).joined(separator: ", ")) fit equally well"
    return [first, second]
  }
}
