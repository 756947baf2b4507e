/// The box of one line of text in points of the page; y is 0 at the page's top. On the screen the box appears
/// `AppContext.page` points higher.
public struct TextLine: Sendable, Equatable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Width, above 0.
  public var width: Double
  /// Height, above 0.
  public var height: Double

  /// A box from its parts.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Right edge.
  var right: Double { x + width }
  /// Height of the box's middle in the page.
  var middle: Double { y + height / 2 }
  /// True if all numbers are finite and the box has an area.
  var isSound: Bool {
    x.magnitude < 1e6 && y.magnitude < 1e9 && width > 0 && width < 1e6 && height > 0 && height < 1e6
  }
}
