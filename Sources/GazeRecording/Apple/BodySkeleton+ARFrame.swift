#if canImport(ARKit) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  private import Foundation
  public import GazePipeline

  extension BodySkeleton {
    /// What this frame holds of the body that ARKit sees (`detectedBody`), or of none. The session's configuration has to ask for
    /// it: `frameSemantics` with `.bodyDetection`, or `ARBodyTrackingConfiguration`. Reads it at once, so that ARKit can use
    /// the frame's memory again.
    public init(_ frame: ARFrame) {
      let body = frame.detectedBody
      self.init(
        time: frame.timestamp, isTracked: body != nil, joints: body.map { BodyPoints($0.skeleton) } ?? BodyPoints())
    }
  }

  extension BodyPoints {
    /// The joints that are tracked, by their names: places may change, as they did when the ears came. A name that is none
    /// of the 19 is left out.
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
    /// The picture of this frame in a view of so many points: `ARFrame.displayTransform(for:viewportSize:)`, times the view.
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
