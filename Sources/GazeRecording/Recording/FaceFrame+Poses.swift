package import GazePipeline

extension FaceFrame {
  /// True if the pose of the face or of an eye is known. A frame of a recording that holds a pointer alone has none.
  package var hasFace: Bool { face.isFinite || leftEye.isFinite || rightEye.isFinite }
}
