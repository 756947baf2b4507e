import GazePipeline
import GazeRecording

/// A stroke in the form that a fit needs: fewer than `most` of the stroke's touches, evenly spaced.
struct DragStrokeData: Sendable {
  /// Number of touches at which every other touch is removed.
  static let most = 24

  /// A touch, with the camera that was shown.
  struct Touch: Sendable {
    var location: SIMD2<Double>
    var camera: UnitQuaternion?
  }

  /// Pitch of the camera when the finger came down, radians; 0 if the recording does not state it.
  let pitch: Double
  /// Direction of the grabbed mark.
  let anchor: SIMD3<Double>?
  /// Touches in order; the first is the stroke's beginning.
  private(set) var touches: [Touch]
  private var stride = 1
  private var count = 1

  init(_ location: SIMD2<Double>, _ observation: RecordedDrag.Observation) {
    touches = [Touch(location: location, camera: observation.camera)]
    pitch = observation.camera.map { CameraPose($0).pitch } ?? 0
    anchor = observation.anchor
  }

  mutating func add(_ location: SIMD2<Double>, _ observation: RecordedDrag.Observation) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    touches.append(Touch(location: location, camera: observation.camera))
    guard touches.count == Self.most else { return }
    touches = touches.indices.filter { $0 % 2 == 0 }.map { touches[$0] }
    stride *= 2
  }

  /// Largest distance of the finger from the stroke's start, across and down, points.
  var extent: SIMD2<Double> {
    touches.reduce(.zero) {
      let way = $1.location - touches[0].location
      return SIMD2(max($0.x, abs(way.x)), max($0.y, abs(way.y)))
    }
  }
}
