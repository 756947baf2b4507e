#if canImport(ARKit) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  private import Foundation
  public import GazePipeline

  extension BodySkeleton {
    /// Reads the body that ARKit sees in this frame (`detectedBody`); without a body, the skeleton has no joints. The
    /// session's configuration has to ask for it: `frameSemantics` with `.bodyDetection`, or
    /// `ARBodyTrackingConfiguration`. Copies the numbers at once, so that ARKit can reuse the frame's memory.
    public init(_ frame: ARFrame) {
      let body = frame.detectedBody
      self.init(
        time: frame.timestamp, isTracked: body != nil, joints: body.map { BodyPoints($0.skeleton) } ?? BodyPoints())
    }
  }

  extension BodyPoints {
    /// Reads the tracked joints by their names, because their order may change, as it did when the ears were added. A
    /// name that is not one of the 19 is left out.
    public init(_ skeleton: ARSkeleton2D) {
      self.init()
      let landmarks = skeleton.jointLandmarks
      for (place, name) in skeleton.definition.jointNames.enumerated() {
        guard place < landmarks.count, skeleton.isJointTracked(place), let joint = BodyJoint(name: name) else {
          continue
        }
        self[joint] = SIMD2(Double(landmarks[place].x), Double(landmarks[place].y))
      }
    }
  }

  extension DisplayTransform {
    /// The transform of this frame's picture into a view of this size in points:
    /// `ARFrame.displayTransform(for:viewportSize:)`, times the view's size.
    ///
    /// - Throws: `DisplayTransformError` for a view that has no size yet.
    public init(
      _ frame: ARFrame, orientation: ScreenOrientation, viewport: SIMD2<Double>
    ) throws(DisplayTransformError) {
      let size = frame.camera.imageResolution
      try self.init(
        image: SIMD2(Double(size.width), Double(size.height)), orientation: orientation, viewport: viewport)
    }
  }
#endif

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

#if canImport(CoreMotion) && !os(macOS) && !os(tvOS)
  public import CoreMotion
  public import GazePipeline

  extension HeadSample {
    /// A sample of `CMHeadphoneMotionManager` (AirPods) or `CMMotionManager` (the phone). The app's Info.plist needs
    /// `NSMotionUsageDescription`: without it the system ends an app that asks for headphone motion.
    public init(_ motion: CMDeviceMotion) {
      let (q, rate, acceleration) = (motion.attitude.quaternion, motion.rotationRate, motion.userAcceleration)
      self.init(
        time: motion.timestamp, attitude: SIMD4(q.x, q.y, q.z, q.w), rotationRate: SIMD3(rate.x, rate.y, rate.z),
        userAcceleration: SIMD3(acceleration.x, acceleration.y, acceleration.z))
    }
  }
#endif
