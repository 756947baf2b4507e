/// State of a finger on a scroll view, with the names of UIKit's properties. A page that a finger moves has one owner:
/// the gaze does not scroll it meanwhile.
///
/// Tested on Linux; the code that reads UIKit's properties was never run on a device.
public struct PageTouch: Sendable, Equatable {
  /// A finger is on the view.
  public var isTracking: Bool
  /// The finger drags the page.
  public var isDragging: Bool
  /// The finger is gone, and the page still moves.
  public var isDecelerating: Bool
  /// Two fingers zoom the page, or it returns from a zoom.
  public var isZooming: Bool

  /// A state from its parts; by default there is no finger.
  public init(
    isTracking: Bool = false, isDragging: Bool = false, isDecelerating: Bool = false, isZooming: Bool = false
  ) {
    self.isTracking = isTracking
    self.isDragging = isDragging
    self.isDecelerating = isDecelerating
    self.isZooming = isZooming
  }

  /// True while a finger, or the momentum that it left, decides where the page is.
  public var movesPage: Bool { isTracking || isDragging || isDecelerating || isZooming }
}
