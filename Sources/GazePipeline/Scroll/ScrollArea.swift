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
