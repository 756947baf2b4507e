import GazePipeline
import GazeRecording

/// The columns of a take while they are filled.
struct TrackColumns {
  private var values: [String: [Int32]] = [:]
  private(set) var count = 0

  /// Adds a number to a column; nil repeats the last number, which costs nearly nothing.
  mutating func add(_ name: String, _ value: Double?, scale: Double = 1) {
    let last = values[name]?.last ?? 0
    guard let value, (value * scale).isFinite else {
      values[name, default: []].append(last)
      return
    }
    values[name, default: []].append(Int32(min(max(value * scale, -32_000), 32_000).rounded()))
  }

  mutating func add(_ name: String, _ point: SIMD2<Double>?) {
    add(name + "X", point?.x)
    add(name + "Y", point?.y)
  }

  /// Ends a sample.
  mutating func endSample() { count += 1 }

  /// The columns as text.
  var encoded: [String: String] { values.mapValues(DeltaText.encoded) }
}

/// A face seen by the phone: all angles in radians, lengths in metres, camera frame.
struct FacePose {
  var position: SIMD3<Double>
  var pitch: Double, yaw: Double
  /// Angles of the eyes' rays seen from the side, positive towards +y.
  var left: Double, right: Double
  /// Angle of the phone back from upright; nil if the world's axes do not show it.
  var recline: Double?
  /// The eyeballs' centres, face frame.
  var eyes: (SIMD3<Double>, SIMD3<Double>)
  /// Directions of the eyes and the 2018 article's angles, both in the camera's axes; the page draws the phone in the
  /// same axes.
  var sight: (left: LineOfSight.Eye, right: LineOfSight.Eye)

  /// Fails if a pose of the frame is not a rigid transform, or if an eye looks sideways.
  init?(_ frame: FaceFrame) {
    guard frame.isTracked, let face = frame.cameraFromFace, let left = RigidTransform(frame.leftEye),
      let right = RigidTransform(frame.rightEye), let camera = RigidTransform(frame.camera)
    else { return nil }
    func slope(_ eye: RigidTransform) -> Double? {
      let way = face.apply(direction: eye.rotation.z)
      return way.z > 0.05 ? Elementary.atan2(way.y, way.z) : nil
    }
    guard let a = slope(left), let b = slope(right) else { return nil }
    (self.left, self.right) = (a, b)
    position = face.translation
    let out = face.rotation.z
    pitch = Elementary.atan2(out.y, max(abs(out.z), 1e-6))
    yaw = Elementary.atan2(out.x, max(abs(out.z), 1e-6))
    recline = Elementary.atan2(-camera.rotation.z.y, camera.rotation.y.y)
    eyes = (left.translation, right.translation)
    sight = (LineOfSight.Eye(face: face, eye: left), LineOfSight.Eye(face: face, eye: right))
    guard position.isFinite, pitch.isFinite, yaw.isFinite else { return nil }
  }
}
