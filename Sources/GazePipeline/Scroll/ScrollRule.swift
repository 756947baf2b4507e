/// Rule by which a `ScrollTrigger` decides to scroll. The raw values are the names that files and commands use.
public enum ScrollRule: String, Sendable, Codable, CaseIterable {
  /// The pointer stays in a zone at the window's edge, or just off the screen, for a dwell.
  case edge
  /// The pointer stays just off the screen for a dwell; the window itself has no zone (off-screen targets: Kumar &
  /// Winograd 2007). The rule works only for people who know its instruction.
  case below
  /// The pointer arms a wide zone, and a facial sign confirms. The page moves while both last.
  case confirm
  /// A facial sign alone scrolls, wherever the gaze is. This rule is the baseline for `confirm`: a comparison with it
  /// shows the part of the success that is due to gaze.
  case sign

  /// Place where people look in order to scroll down, a share of the window's height from its top; `1 − gazePlace` is
  /// the place for scrolling up.
  ///
  /// 1.10 is 12 mm below the screen of a phone, as the instruction of `below` says; on simulated people 1.06 and 1.15
  /// did worse. 1.02 is assumed for the other rules; `sign` does not use the gaze.
  public var gazePlace: Double {
    switch self {
    case .below: 1.10
    case .edge, .confirm, .sign: 1.02
    }
  }

  /// Sentences that tell people how to scroll with this rule, for an app's help.
  ///
  /// - Parameters:
  ///   - sign: sign that confirms (`confirm`) or scrolls down (`sign`); the other rules have no sign.
  ///   - upSign: sign that scrolls up; only `sign` uses it.
  public func instruction(sign: FacialSign = .brows, upSign: FacialSign = .mouthPucker) -> String {
    switch self {
    case .edge: Self.look("at the screen's bottom edge, or at its top edge")
    case .below: Self.belowInstruction
    case .confirm where sign == .none: Self.look("at the bottom of the screen, or at its top")
    case .confirm: "To scroll, look at the bottom of the screen, or at its top to go back, and \(sign.request)"
    case .sign: "To scroll, \(sign.request) To go back, \(upSign.request)"
    }
  }

  /// The instruction of `below`, without which people look at the edge itself and the rule answers too few of them.
  public static let belowInstruction =
    "To scroll, look about 12 mm below the screen's edge, or as far above its top to go back, until the page moves."

  /// True if the rule needs a facial sign.
  @inline(__always) package var usesSigns: Bool { self == .confirm || self == .sign }

  private static func look(_ place: String) -> String { "To scroll, look \(place) to go back, until the page moves." }
}

/// Direction in which a page moves, or in which a person wants it to move.
public enum ScrollDirection: String, Sendable, Codable, CaseIterable {
  /// Towards the page's beginning.
  case up
  /// No movement.
  case none
  /// Towards the page's end.
  case down

  /// −1, 0, +1: the sign of the change of `contentOffset.y`.
  public var sign: Double {
    switch self {
    case .up: -1
    case .none: 0
    case .down: 1
    }
  }
}

/// Scroll command of a pipeline to the page in one frame.
public struct ScrollCommand: Sendable, Equatable {
  /// Direction; `.none` moves nothing.
  public var direction: ScrollDirection
  /// Distance, points, ≥ 0.
  public var distance: Double
  /// Length of the steps that make up the distance. As in the 2021 article, a step is refused once the page has reached
  /// its end. If `step` is nil, the page moves the whole distance at once and stops exactly at its end.
  public var step: Double?

  /// No scrolling.
  public static let none = ScrollCommand(direction: .none, distance: 0)

  /// A command from its parts.
  public init(direction: ScrollDirection, distance: Double, step: Double? = nil) {
    self.direction = direction
    self.distance = distance
    self.step = step
  }
}

/// Place of a scrolling view on the screen: its upper and lower parts are the trigger's zones.
public struct ScrollArea: Sendable, Equatable {
  /// Top-left corner, points of the interface.
  public var origin: SIMD2<Double>
  /// Width and height, points.
  public var size: SIMD2<Double>

  /// An area from its numbers; one without a size is ignored.
  public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
    self.origin = origin
    self.size = size
  }

  /// The part of a view that its insets leave free: bars lie over the rest.
  ///
  /// - Parameters:
  ///   - origin: the view's top-left corner, points of the interface.
  ///   - size: the view's width and height, points.
  ///   - inset: the view's insets (`adjustedContentInset`).
  public init(origin: SIMD2<Double>, size: SIMD2<Double>, inset: ScrollPage.Inset) {
    self.init(
      origin: origin + SIMD2(0, inset.top), size: SIMD2(size.x, size.y - inset.top - inset.bottom))
  }

  /// False for an area that no view has.
  @inline(__always) var isSound: Bool { origin.isFinite && size.isFinite && size.min() > 0 }
}

/// Detector of a saccade of the pointer within the last 0.12 to 0.16 s: the distance between the pointer and any of its
/// four places in that time exceeds a limit. The lengths are shares of the window's height.
struct PointerJump: Sendable, Equatable {
  private static let spacing = 0.04
  private var x = SIMD4<Double>.zero
  private var y = SIMD4<Double>.zero
  private var age: Double?

  /// Processes a pointer and returns true if it has just moved by more than `limit`; a pointer that is not finite is
  /// ignored.
  mutating func step(_ pointer: SIMD2<Double>, limit: Double, elapsed: Double) -> Bool {
    guard pointer.isFinite else { return false }
    guard let before = age else {
      (x, y, age) = (SIMD4(repeating: pointer.x), SIMD4(repeating: pointer.y), 0)
      return false
    }
    let (dx, dy) = (x - pointer.x, y - pointer.y)
    if before + elapsed >= Self.spacing {
      (x, y, age) = (SIMD4(pointer.x, x.x, x.y, x.z), SIMD4(pointer.y, y.x, y.y, y.z), 0)
    } else {
      age = before + elapsed
    }
    return any(dx * dx + dy * dy .> limit * limit)
  }
}
