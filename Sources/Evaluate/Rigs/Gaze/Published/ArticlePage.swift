import GazePipeline

/// The page that a published pointer gets here. None of the apps scrolls a page, so each pointer gets the 2021
/// article's rule, with the article's unknown numbers at their defaults (see `Article2021GazePipeline.Settings`).
///
/// The rule: ten steps of one point while the top edge of the pointer's view is below the bottom of the page, or above
/// its top.
struct ArticlePage: Sendable, Equatable {
  /// Height of the web view, points; compared as `bounds`, that is from 0.
  var height: Double
  /// Height of the pointer's view, points.
  var pointerHeight = 20.0
  /// A constant added to the pointer, points. No app has one; it serves to try each pipeline with its best constant.
  var offset: SIMD2<Double>
  private var last: SIMD2<Double>?

  /// A page of this height.
  init(height: Double, offset: SIMD2<Double> = .zero) {
    self.height = height
    self.offset = offset
  }

  /// True if a filter can take in the point. A point that is not finite, or further away than a billion points, is not
  /// a pointer; the apps do not define their behaviour for it.
  static func isUsable(_ point: SIMD2<Double>) -> Bool { point.isFinite && abs(point.x) < 1e9 && abs(point.y) < 1e9 }

  /// The pipeline's output for a pointer.
  mutating func output(_ pointer: SIMD2<Double>, raw: SIMD2<Double>) -> PointerOutput {
    let now = pointer + offset
    last = now
    let top = now.y - pointerHeight / 2
    let direction: ScrollDirection = top >= height ? .down : top < 0 ? .up : .none
    let scroll = direction == .none ? ScrollCommand.none : ScrollCommand(direction: direction, distance: 10, step: 1)
    return PointerOutput(pointer: now, rawPointer: raw + offset, scroll: scroll)
  }

  /// The output for a frame without a pointer: the pointer stays where it was, and nothing scrolls.
  var held: PointerOutput { PointerOutput(pointer: last, rawPointer: nil) }
}
