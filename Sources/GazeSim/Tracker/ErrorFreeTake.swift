package import GazePipeline
private import PortableFoundation

/// Kind of face that a tracker without noise, drift, delay and personal bias reports.
package enum ErrorFreeFace: String, Codable, CaseIterable {
  /// Both eyes point at the place that the person looks at.
  case physical
  /// Like `physical`, but with ARKit's systematic errors: the two eyes are one signal, each turned outward by a
  /// constant, and the angles are the true angles times ARKit's mean gain.
  case arkit

  /// The simulator's parameters for this kind of face.
  var parameters: SimulationParameters {
    var parameters = GazePreset.ideal.parameters
    parameters.people.ipdSD = 0
    if self == .arkit {
      let mean = SimulationParameters().tracker
      parameters.tracker.coupled = 1
      parameters.tracker.outward = mean.outward
      parameters.tracker.gainH = mean.gainH
      parameters.tracker.gainV = mean.gainV
    }
    return parameters
  }
}

/// Half a minute of frames of an error-free face, with the true gaze. The pointer's error on these frames is due to the
/// pipeline's mapping alone.
///
/// The gaze rests for 1.4 to 1.6 s on each of 3 × 4 places all over the screen, in an order drawn from the seed. The
/// gaze moves from one place to the next in 50 ms, and after the last place it glides over the screen for 6 s. During
/// the whole take the phone leans back and forth between 5 and 55°, yaws by 12° and rolls by 10° either way, and the
/// head turns by up to 6°, rolls, shifts and nods. Therefore a pipeline that omits a pose, or uses it in the wrong
/// frame of reference, puts the pointer elsewhere.
package struct ErrorFreeTake: Sequence, IteratorProtocol {
  package struct Sample {
    /// The tracker's report.
    package var frame: FaceFrame
    /// Point where the visual axes meet the screen at that time, points.
    package var gaze: Vector2
    /// Time for which the gaze has already rested at this point, seconds.
    package var stillFor: Double
  }

  /// `take`: number of the take; no scenario uses this number.
  private static let columns = 3, rows = 4, flight = 0.05, glide = 6.0, take = 200

  private let screen: ScreenGeometry
  private let orientation: ScreenOrientation
  private let rate: Double
  private let holds: [(from: Double, point: Vector2)]
  private let end: Double
  private let waves: [Wave]
  private let eyesInFace: Vector3
  private var view: TrackerView
  private var frame = FaceFrame(
    time: 0, face: .identity, leftEye: .identity, rightEye: .identity, blendShapes: BlendShapes())
  private var count = 0

  /// A sinusoidal swing of one quantity, with its own rate and phase.
  private struct Wave {
    var amplitude, rate, phase: Double

    func value(at time: Double) -> Double { amplitude * sin(2 * .pi * (rate * time + phase)) }
  }

  /// The swinging quantities, in the order of `waves`: radians and metres.
  private enum Part: Int, CaseIterable {
    case recline, phoneYaw, phoneRoll, headYaw, headPitch, headRoll, right, up, distance, gazeX, gazeY

    var amplitude: Double {
      switch self {
      case .recline: 25.0.radians
      case .phoneYaw: 12.0.radians
      case .phoneRoll: 10.0.radians
      case .headYaw: 6.0.radians
      case .headPitch: 5.0.radians
      case .headRoll: 6.0.radians
      case .right: 0.025
      case .up: 0.020
      case .distance: 0.06
      // The gaze's amplitudes are shares of the screen's width and height.
      case .gazeX, .gazeY: 0.38
      }
    }
  }

  /// A take before its first frame.
  ///
  /// - Parameters:
  ///   - screen: the phone's screen in the interface's orientation.
  ///   - rate: frames a second.
  package init(_ face: ErrorFreeFace, screen: ScreenGeometry, rate: Double, seed: UInt64) {
    // Everything is computed in the interface's axes; only the camera's pose is turned to the axes of the portrait
    // view.
    self.screen = ScreenGeometry(points: screen.points, metres: screen.metres, camera: screen.camera)
    orientation = screen.orientation
    self.rate = rate
    func stream(_ component: Component) -> RandomStream { RandomStream(seed: seed, component, take: Self.take) }

    let (order, place) = (stream(.script), stream(.scriptPlace))
    var cells = Array(0..<Self.columns * Self.rows)
    for i in stride(from: cells.count - 1, to: 0, by: -1) {
      cells.swapAt(i, Swift.min(Int(order.uniform(UInt64(i)) * Double(i + 1)), i))
    }
    var (time, holds) = (0.0, [(from: Double, point: Vector2)]())
    for (index, cell) in cells.enumerated() {
      // Each place is drawn within the middle half of its cell of the 3 × 4 grid.
      let shift = (place.uniforms(UInt64(index)) - 0.5) / 2
      let share =
        (SIMD2(Double(cell % Self.columns), Double(cell / Self.columns)) + 0.5 + shift)
        / SIMD2(Double(Self.columns), Double(Self.rows))
      holds.append((time, share * screen.points))
      time += 1.4 + 0.2 * order.uniform(UInt64(1000 + index))
    }
    self.holds = holds
    end = time
    let swing = stream(.headRotation)
    waves = Part.allCases.map { part in
      let u = swing.uniforms(UInt64(part.rawValue))
      // The gaze's glide is the fastest swing; a period of any other swing lasts at least six seconds.
      let slowest = part == .gazeX || part == .gazeY ? 0.22 : 0.09
      return Wave(amplitude: part.amplitude, rate: slowest * (1 + 0.8 * u.x), phase: u.y)
    }

    let parameters = face.parameters
    var person = Person(parameters, seed: seed, participant: 0)
    person.flag = nil
    eyesInFace = Mirror.reflect((person.eyeCentre(.left) + person.eyeCentre(.right)) / 2)
    view = TrackerView(
      parameters.tracker, person: person,
      session: Session(parameters, of: person, seed: seed, participant: 0, session: 0), stream)
  }

  /// Duration, seconds.
  package var seconds: Double { end + Self.glide }

  /// The next frame, or nil at the end.
  package mutating func next() -> Sample? {
    let time = Double(count) / rate
    guard time < seconds else { return nil }
    count += 1
    let (gaze, stillFor) = gaze(at: time)
    view.look(scene(gaze, time), at: UInt64(time * Clock.rate), time: time, into: &frame)
    return Sample(frame: frame, gaze: gaze, stillFor: stillFor)
  }

  private func wave(_ part: Part, _ time: Double) -> Double { waves[part.rawValue].value(at: time) }

  private func gaze(at time: Double) -> (point: Vector2, stillFor: Double) {
    if time >= end {
      let swing = SIMD2(wave(.gazeX, time), wave(.gazeY, time))
      return ((0.5 + swing) * screen.points, 0)
    }
    let index = holds.lastIndex { $0.from <= time } ?? 0
    let (from, point) = holds[index]
    let since = time - from
    guard since < Self.flight, index > 0 else { return (point, index == 0 ? since : since - Self.flight) }
    let before = holds[index - 1].point
    return (before + (point - before) * (since / Self.flight), 0)
  }

  private func scene(_ gaze: Vector2, _ time: Double) -> TrackerView.Scene {
    let worldFromInterface =
      RotationMatrix.aboutY(wave(.phoneYaw, time)) * .aboutX(30.0.radians + wave(.recline, time))
      * .aboutZ(wave(.phoneRoll, time))
    let angles = SIMD2(wave(.headYaw, time), wave(.headPitch, time))
    let distance = SimulationParameters().head.distance + wave(.distance, time)
    let below = orientation.interface(fromPortrait: SIMD2(0, -SimulationParameters().head.eyesBelowCamera))
    let eyes = SIMD3(below.x + wave(.right, time), below.y + wave(.up, time), distance)
    // The rotation is in the physical frame (right, up, backwards), as in `HeadMotion`.
    let rotation = RotationMatrix.yawPitch(-angles.x, angles.y) * .aboutZ(wave(.headRoll, time))
    let pose = RigidTransform(rotation: rotation, translation: eyes - rotation.apply(eyesInFace))
    return TrackerView.Scene(
      hit: screen.hit(ofPoint: gaze), interfaceFromFace: Mirror.reflect(pose), headAngles: angles,
      worldFromInterface: worldFromInterface,
      worldFromPortrait: worldFromInterface * orientation.portraitFromInterface.inverse, distance: distance,
      disparity: 0, lid: 0, white: .zero)
  }
}
