#if canImport(UIKit) && !os(watchOS)
  private import Foundation
  public import GazePipeline
  public import UIKit

  extension DragTouch {
    /// A touch in a view's points; nil for a pointer that hovers.
    @MainActor public init?(_ touch: UITouch, in view: UIView) {
      guard let phase = DragPhase(touch.phase) else { return nil }
      let place = touch.location(in: view)
      self.init(time: touch.timestamp, phase: phase, location: SIMD2(Double(place.x), Double(place.y)))
    }
  }

  extension DragPhase {
    /// The phase of a touch; UIKit's `stationary`, a resting finger, counts as moved. nil for a pointer that hovers.
    public init?(_ phase: UITouch.Phase) {
      switch phase {
      case .began: self = .began
      case .moved, .stationary: self = .moved
      case .ended: self = .ended
      case .cancelled: self = .cancelled
      case .regionEntered, .regionMoved, .regionExited: return nil
      @unknown default: return nil
      }
    }
  }
#endif
