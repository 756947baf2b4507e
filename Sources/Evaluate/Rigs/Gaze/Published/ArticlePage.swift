import GazePipeline

/// The settings of a published pointer.
protocol PublishedSettings: Sendable, Equatable {
  /// Size of the screen, points.
  var points: Vector2 { get }
}

/// The smoothed pointer and the unsmoothed one.
typealias PublishedPoints = (pointer: Vector2, raw: Vector2)

/// A pointer as published, with its own smoothing, which moves a page.
protocol PublishedPipeline: PointerPipeline, Sendable, Equatable {
  associatedtype Settings: PublishedSettings
  var settings: Settings { get }
  var page: ArticlePage { get set }
  init(_ settings: Settings)
  /// The points of a frame; nil for a frame in which the pointer stays where it was.
  mutating func points(_ frame: FaceFrame) -> PublishedPoints?
}

extension PublishedPipeline {
  /// - Parameter offset: a constant added to the pointer, points.
  init(_ settings: Settings, offset: Vector2) {
    self.init(settings)
    page.offset = offset
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let found = points(frame) else { return page.held }
    return page.output(found.pointer, raw: found.raw, height: settings.points.y)
  }
}

/// The page that each published pointer moves in gazesim. None of the published apps scrolls a page, so each pointer
/// scrolls by the 2021 article's rule, with defaults for the numbers that the article does not state (see
/// `Article2021GazePipeline.Settings`).
///
/// The rule: the page scrolls by ten steps of one point while the top edge of the pointer's view is below the bottom of
/// the page or above the top of the page.
struct ArticlePage: Equatable {
  /// Height of the pointer's view, points.
  var pointerHeight = 20.0
  /// A constant added to the pointer, points. No published app has such a constant; it is used to try each pipeline
  /// with its best constant.
  var offset = Vector2.zero
  private var last: Vector2?

  /// True if a filter can take in the point. A point that is not finite, or further away than a billion points, is not
  /// a pointer; the published apps do not define what happens with such a point.
  static func isUsable(_ point: Vector2) -> Bool { point.isFinite && abs(point.x) < 1e9 && abs(point.y) < 1e9 }

  /// The pipeline's output for a pointer.
  ///
  /// - Parameter height: of the web view, points. The page in the rule is the web view's `bounds`: from y = 0 to y =
  ///   `height`.
  mutating func output(_ pointer: Vector2, raw: Vector2, height: Double) -> PointerOutput {
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
