import GazePipeline
import GazeRecording

/// A stroke as a fit needs it: at most `most` of its touches, evenly taken.
struct DragStrokeData: Sendable {
  /// Touches that are kept.
  static let most = 24

  /// A touch, with the camera that was shown.
  struct Touch: Sendable {
    var location: SIMD2<Double>
    var camera: UnitQuaternion?
  }

  /// Pitch of the camera when the finger came down, radians; 0 where the recording does not say.
  let pitch: Double
  /// The direction of what was grabbed.
  let anchor: SIMD3<Double>?
  /// In order; the first is where the stroke began.
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

  /// How far the finger went from the stroke's start, each way, points.
  var extent: SIMD2<Double> {
    touches.reduce(.zero) {
      let way = $1.location - touches[0].location
      return SIMD2(max($0.x, abs(way.x)), max($0.y, abs(way.y)))
    }
  }
}
