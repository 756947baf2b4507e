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
