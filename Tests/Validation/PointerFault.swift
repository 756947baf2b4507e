import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// A mistake planted into a correct pipeline; `CorrectnessStudy` and tests check that the correctness stage
/// detects it.
struct PointerFault: Sendable {
  /// Name of the mistake.
  let name: String
  /// Words that a finding must contain; empty if the mistake changes nothing.
  let expectedWords: String
  /// Creates the pipeline with the mistake for a device.
  let pipeline: @Sendable (DeviceProfile) -> any PointerPipeline

  /// True for a mistake that changes nothing.
  var isHarmless: Bool { expectedWords.isEmpty }

  /// All mistakes.
  ///
  /// - Parameter others: devices from which one with another geometry is chosen.
  static func all(others: [DeviceProfile]) -> [PointerFault] {
    shown + frames + geometries(others)
  }

  /// The pipeline `standard` with the settings of the device's profile, without a person's calibration.
  static func right(_ profile: DeviceProfile, on geometry: ScreenGeometry? = nil) -> StandardPipeline {
    StandardPipeline(
      geometry: geometry ?? profile.geometry, smoothing: profile.smoothingValue, trigger: profile.trigger.settings)
  }

  // MARK: Mistakes in the output

  private static func output(
    _ name: String, says expectedWords: String,
    _ map: @escaping @Sendable (SIMD2<Double>, ScreenGeometry) -> SIMD2<Double>
  ) -> PointerFault {
    PointerFault(name: name, expectedWords: expectedWords) { profile in
      let screen = profile.geometry
      return FaultyPipeline(base: right(profile), frame: { _ in }, pointer: { map($0, screen) })
    }
  }

  private static let shown: [PointerFault] = [
    output("a pointer that never moves", says: "does not move") { _, screen in screen.points / 2 },
    output("x mirrored", says: "x runs the wrong way") { SIMD2($1.points.x - $0.x, $0.y) },
    output("y flipped", says: "y runs the wrong way") { SIMD2($0.x, $1.points.y - $0.y) },
    output("gain 0.5", says: "0.5 times as far") { $1.points / 2 + ($0 - $1.points / 2) * 0.5 },
    late(0.2, says: "ms late"), late(1, says: "ms late"),
    output("millimetres for points", says: "in millimetres and not in points") { $0 / $1.pointsPerMetre * 1000 },
    output("metres for points", says: "in metres and not in points") { $0 / $1.pointsPerMetre },
    output("pixels for points", says: "pixels and not points") { point, _ in point * 3 },
    output("points x 100", says: "100 times as far") { point, _ in point * 100 },
    output("x and y swapped", says: "x and y are swapped") { point, _ in SIMD2(point.y, point.x) },
    output("50 points too low", says: "points below") { point, _ in point + SIMD2(0, 50) },
  ]

  private static func late(_ seconds: Double, says expectedWords: String) -> PointerFault {
    PointerFault(name: "\(Int(seconds * 1000)) ms late", expectedWords: expectedWords) { profile in
      Late(base: right(profile), seconds: seconds)
    }
  }

  // MARK: Mistakes in the input

  private static func input(
    _ name: String, says expectedWords: String, _ change: @escaping @Sendable (inout FaceFrame) -> Void
  ) -> PointerFault {
    PointerFault(name: name, expectedWords: expectedWords) {
      FaultyPipeline(base: right($0), frame: change, pointer: { $0 })
    }
  }

  private static let frames: [PointerFault] = [
    input("left eye only", says: "the left eye alone") { $0.rightEye = $0.leftEye },
    input("right eye only", says: "the right eye alone") { $0.leftEye = $0.rightEye },
    input("eyes swapped", says: "") { swap(&$0.leftEye, &$0.rightEye) },
    input("camera.transform for pointOfView", says: "take pointOfView") { frame in
      // The sensor's x axis points down the portrait screen, and its y axis points to the right.
      guard let camera = RigidTransform(frame.camera) else { return }
      frame.camera = TransformMatrix(camera * RigidTransform(rotation: .aboutZ(-.pi / 2)))
    },
    input("the camera's pose ignored", says: "camera's pose is ignored") { $0.camera = .identity },
    input("the camera's pose inverted", says: "the wrong way round") { frame in
      guard let camera = RigidTransform(frame.camera) else { return }
      frame.camera = TransformMatrix(camera.inverse)
    },
  ]

  // MARK: Mistakes about the device

  private static func geometries(_ others: [DeviceProfile]) -> [PointerFault] {
    [
      PointerFault(name: "a geometry 15 % too large", expectedWords: "times the true size") { profile in
        var larger = profile.geometry
        larger.metres *= 1.15
        larger.camera *= 1.15
        return right(profile, on: larger)
      },
      PointerFault(name: "another device's geometry", expectedWords: "screen") { profile in
        right(profile, on: unlike(profile, others)?.geometry ?? profile.geometry)
      },
      PointerFault(name: "a device of equal geometry", expectedWords: "") { profile in
        right(
          profile,
          on: others.first { $0.id != profile.id && $0.geometry == profile.geometry }?.geometry ?? profile.geometry)
      },
    ]
  }

  /// Returns the first device with another kind of geometry: points per metre differ by at least an eighth.
  static func unlike(_ profile: DeviceProfile, _ others: [DeviceProfile]) -> DeviceProfile? {
    others.first { other in
      let ratio = other.geometry.pointsPerMetre / profile.geometry.pointsPerMetre
      return abs(ratio.x - 1) > 0.125
    }
  }
}

/// Pipeline whose frames or pointer are changed.
private struct FaultyPipeline: PointerPipeline {
  var base: StandardPipeline
  let frame: @Sendable (inout FaceFrame) -> Void
  let pointer: @Sendable (SIMD2<Double>) -> SIMD2<Double>

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    var changed = frame
    self.frame(&changed)
    var output = base.step(changed)
    output.pointer = output.pointer.map(pointer)
    output.rawPointer = output.rawPointer.map(pointer)
    return output
  }
}

/// Pipeline whose output is delayed.
private struct Late: PointerPipeline {
  var base: StandardPipeline
  let seconds: Double
  private var waiting: [(time: Double, output: PointerOutput)] = []
  private var shown = PointerOutput(pointer: nil, rawPointer: nil)

  init(base: StandardPipeline, seconds: Double) {
    self.base = base
    self.seconds = seconds
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    waiting.append((frame.time, base.step(frame)))
    while let first = waiting.first, first.time <= frame.time - seconds + 1e-9 {
      shown = first.output
      waiting.removeFirst()
    }
    return shown
  }
}
