import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import Inspection
@testable import StudySupport

/// A fault that `DoctorStudy` and tests plant, in one of several ways, into a recording without other faults.
struct PlantedFault: Sendable {
  /// A recording in memory.
  struct Take: Sendable {
    var header: RecordingHeader
    var observations: [RecordedFrame.Observation]

    var size: SIMD2<Double> { header.points ?? SIMD2(1, 1) }

    mutating func eachFrame(_ change: (inout FaceFrame) -> Void) {
      for index in observations.indices { change(&observations[index].frame) }
    }

    mutating func eachTarget(_ change: (SIMD2<Double>) -> SIMD2<Double>) {
      for index in observations.indices { observations[index].target = observations[index].target.map(change) }
    }

    /// Applies a change to this share of the fixations. The choice is the same in every call for the same recording.
    mutating func eachMissed(_ share: Double, _ change: (inout Take, Range<Int>, inout PhiloxGenerator) -> Void) {
      var rng = PhiloxGenerator(seed: UInt64(observations.count), stream: 1)
      var start = 0
      guard !observations.isEmpty else { return }
      for index in 1...observations.count {
        let isOver =
          index == observations.count || observations[index].target != observations[start].target
          || observations[index].participant != observations[start].participant
        guard isOver else { continue }
        let isMissed = Double(rng.next() >> 11) * 0x1p-53 < share
        if isMissed, observations[start].target != nil { change(&self, start..<index, &rng) }
        start = index
      }
    }

    mutating func eachPose(camera: Bool = false, face: Bool, eyes: Bool, _ change: (RigidTransform) -> RigidTransform) {
      eachFrame { frame in
        if camera { frame.camera = TransformMatrix(change(RigidTransform(unchecked: frame.camera))) }
        if face { frame.face = TransformMatrix(change(RigidTransform(unchecked: frame.face))) }
        if eyes {
          frame.leftEye = TransformMatrix(change(RigidTransform(unchecked: frame.leftEye)))
          frame.rightEye = TransformMatrix(change(RigidTransform(unchecked: frame.rightEye)))
        }
      }
    }
  }

  /// The fault that the doctor should find.
  var fault: DoctorFault
  /// The way of planting, in a few words.
  var way: String
  /// Plants the fault.
  var plant: @Sendable (inout Take) -> Void

  /// All ways of planting for a device with this upright screen and body (metres).
  static func all(screen: ScreenGeometry, body: SIMD2<Double>) -> [PlantedFault] {
    mirrors + sizes(screen, body) + turns + gains(screen) + camera + rest + offsets + missed
  }

  private static func targets(
    _ fault: DoctorFault, _ way: String, _ map: @escaping @Sendable (SIMD2<Double>, SIMD2<Double>) -> SIMD2<Double>
  ) -> PlantedFault {
    PlantedFault(fault: fault, way: way) { take in
      let size = take.size
      take.eachTarget { map($0, size) }
    }
  }

  private static func poses(
    _ fault: DoctorFault, _ way: String, camera: Bool = false, face: Bool = false, eyes: Bool = false,
    _ change: @escaping @Sendable (RigidTransform) -> RigidTransform
  ) -> PlantedFault {
    PlantedFault(fault: fault, way: way) { $0.eachPose(camera: camera, face: face, eyes: eyes, change) }
  }

  private static func frames(
    _ fault: DoctorFault, _ way: String, _ change: @escaping @Sendable (inout FaceFrame) -> Void
  ) -> PlantedFault {
    PlantedFault(fault: fault, way: way) { $0.eachFrame(change) }
  }

  /// Changes the time of each frame, given the frame's index and the number of all frames.
  private static func clock(
    _ way: String, _ change: @escaping @Sendable (Double, _ index: Int, _ count: Int) -> Double
  ) -> PlantedFault {
    PlantedFault(fault: .wallClock, way: way) { take in
      let count = take.observations.count
      for index in take.observations.indices {
        take.observations[index].frame.time = change(take.observations[index].frame.time, index, count)
      }
    }
  }

  private static let mirrors: [PlantedFault] = [
    targets(.mirroredX, "targets") { SIMD2($1.x - $0.x, $0.y) },
    poses(.mirroredX, "face and eyes", face: true, eyes: true) { $0.mirrored(0) },
    poses(.mirroredX, "face", face: true) { $0.mirrored(0) },
    poses(.mirroredX, "eyes", eyes: true) { $0.mirrored(0) },
    poses(.mirroredX, "left-handed face", face: true) { pose in
      let r = pose.rotation
      let s = SIMD3<Double>(-1, 1, 1)
      return RigidTransform(
        rotation: RotationMatrix(unchecked: r.x * s, r.y * s, r.z * s), translation: pose.translation * s)
    },
    targets(.flippedY, "targets") { SIMD2($0.x, $1.y - $0.y) },
    poses(.flippedY, "face and eyes", face: true, eyes: true) { $0.mirrored(1) },
    poses(.flippedY, "camera, face, eyes", camera: true, face: true, eyes: true) { $0.mirrored(1) },
    poses(.flippedY, "eyes", eyes: true) { $0.mirrored(1) },
    poses(.flippedY, "eyes' rotations", eyes: true) {
      RigidTransform(rotation: $0.mirrored(1).rotation, translation: $0.translation)
    },
  ]

  private static func sizes(_ screen: ScreenGeometry, _ body: SIMD2<Double>) -> [PlantedFault] {
    let zoom = screen.points.x > 800 ? 0.8598 : screen.points.x > 400 ? 375 / screen.points.x : 320 / screen.points.x
    let factor = screen.metres / body
    let camera = screen.camera * screen.pointsPerMetre
    return [
      targets(.displayZoom, "targets in zoomed points") { target, _ in target * zoom },
      .init(fault: .displayZoom, way: "header's points") {
        $0.header.points = ($0.size * zoom).rounded(.toNearestOrEven)
      },
      .init(fault: .displayZoom, way: "targets and header") { take in
        take.eachTarget { $0 * zoom }
        take.header.points = (take.size * zoom).rounded(.toNearestOrEven)
      },
      targets(.displayZoom, "targets in standard points of a zoomed screen") { target, _ in target / zoom },
      targets(.bodySize, "points = metres / body") { target, _ in target * factor },
      targets(.bodySize, "metres = points x body") { target, _ in target / factor },
      targets(.bodySize, "points = metres / body, about the middle") { target, size in
        size / 2 + (target - size / 2) * factor
      },
      targets(.bodySize, "points = metres / body, about the camera") { target, _ in
        camera + (target - camera) * factor
      },
      targets(.bodySize, "metres = points x body, about the camera") { target, _ in
        camera + (target - camera) / factor
      },
    ]
  }

  private static let turns: [PlantedFault] = [
    targets(.landscape, "targets of landscapeRight") { SIMD2($0.y, $1.x - $0.x) },
    targets(.landscape, "targets of landscapeLeft") { SIMD2($1.y - $0.y, $0.x) },
    targets(.landscape, "x and y exchanged") { target, _ in SIMD2(target.y, target.x) },
    .init(fault: .landscape, way: "header's orientation") { $0.header.orientation = .landscapeRight },
    poses(.landscape, "camera.transform for pointOfView", camera: true) {
      RigidTransform(rotation: $0.rotation * .aboutZ(-.pi / 2), translation: $0.translation)
    },
  ]

  private static func gains(_ screen: ScreenGeometry) -> [PlantedFault] {
    func eyes(_ way: String, _ factor: Double) -> PlantedFault {
      poses(.doubledGain, way, eyes: true) { pose in
        let angles = GazeAngles(direction: pose.rotation.z)
        return RigidTransform(
          rotation: GazeAngles(yaw: angles.yaw * factor, pitch: angles.pitch * factor).rotationWithoutRoll,
          translation: pose.translation)
      }
    }
    let camera = screen.camera * screen.pointsPerMetre
    return [
      poses(.doubledGain, "eye rotations squared", eyes: true) {
        RigidTransform(rotation: $0.rotation * $0.rotation, translation: $0.translation)
      },
      eyes("eye angles", 2), eyes("eye angles halved", 0.5),
      targets(.doubledGain, "targets about the middle") { $1 / 2 + ($0 - $1 / 2) * 2 },
      targets(.doubledGain, "targets about the middle, halved") { $1 / 2 + ($0 - $1 / 2) / 2 },
      targets(.doubledGain, "targets about the corner") { target, _ in target * 2 },
      targets(.doubledGain, "targets about the camera") { target, _ in camera + (target - camera) * 2 },
    ]
  }

  /// Replaces the face's pose, given the camera's.
  private static func faces(
    _ way: String, _ change: @escaping @Sendable (_ camera: RigidTransform, _ face: RigidTransform) -> RigidTransform
  ) -> PlantedFault {
    frames(.poseIgnored, way) { frame in
      let (camera, face) = (RigidTransform(unchecked: frame.camera), RigidTransform(unchecked: frame.face))
      frame.face = TransformMatrix(change(camera, face))
    }
  }

  private static let camera: [PlantedFault] = [
    frames(.poseIgnored, "camera the unit matrix") { $0.camera = .identity },
    .init(fault: .poseIgnored, way: "camera kept from the first frame") { take in
      guard let first = take.observations.first?.frame.camera else { return }
      take.eachFrame { $0.camera = first }
    },
    faces("face already in the camera's frame") { camera, face in camera.inverse * face },
    faces("camera applied the wrong way round") { camera, face in camera * face },
    poses(.poseIgnored, "camera inverted", camera: true) { $0.inverse },
  ]

  private static let rest: [PlantedFault] = [
    .init(fault: .oneDistance, way: "frames of one distance") { take in
      take.observations.removeAll { !Self.isNear($0.frame) }
    },
    .init(fault: .oneDistance, way: "targets at one distance") { take in
      for index in take.observations.indices where !Self.isNear(take.observations[index].frame) {
        take.observations[index].target = nil
      }
    },
    clock("Unix seconds") { time, _, _ in time + 1_763_800_000.25 },
    clock("seconds since 2001") { time, _, _ in time + 785_000_000.5 },
    clock("Unix milliseconds") { time, _, _ in 1_763_800_000_250 + time * 1000 },
    clock("Unix seconds as Float") { time, _, _ in Double(Float(1_763_800_000.25 + time)) },
    clock("milliseconds") { time, _, _ in time * 1000 }, clock("whole seconds") { time, _, _ in time.rounded(.down) },
    clock("set back once by 50 ms") { time, index, count in index > count / 2 ? time - 0.05 : time },
    clock("set back once by 0.7 s") { time, index, count in index > count / 3 ? time - 0.7 : time },
    clock("set ahead once by 1.3 s") { time, index, count in index > count / 3 ? time + 1.3 : time },
    frames(.eyesSwapped, "poses") { swap(&$0.leftEye, &$0.rightEye) },
    frames(.eyesSwapped, "rotations") { frame in
      swap(&frame.leftEye, &frame.rightEye)
      swap(&frame.leftEye.columns.3, &frame.rightEye.columns.3)
    },
    frames(.eyesSwapped, "places") { swap(&$0.leftEye.columns.3, &$0.rightEye.columns.3) },
  ]

  private static let offsets: [PlantedFault] = [0.3, 0.5, 1, 1.5, -0.3, -0.5, -1].map { seconds in
    PlantedFault(
      fault: .clockOffset, way: "frames \(abs(seconds)) s too \(seconds > 0 ? "late" : "early") for targets"
    ) { take in
      let shift = Int((seconds * take.header.rate).rounded())
      let old = take.observations
      for index in old.indices {
        let other = index + shift
        let isSame = old.indices.contains(other) && old[other].participant == old[index].participant
        take.observations[index].target = isSame ? old[other].target : nil
      }
    }
  }

  private static let missed: [PlantedFault] = [
    .init(fault: .missedTargets, way: "40 % of fixations elsewhere") { take in
      let old = take.observations
      let places = Set(old.compactMap(\.target)).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
      take.eachMissed(0.4) { take, look, rng in
        let place = places[Int(rng.next().multipliedFullWidth(by: UInt64(places.count)).high)]
        for index in look { take.observations[index].target = place }
      }
    },
    .init(fault: .missedTargets, way: "40 % of fixations stay where they were") { take in
      let old = take.observations
      take.eachMissed(0.4) { take, look, _ in
        // Each frame is replaced by the corresponding frame of the preceding fixation, as far as that fixation has
        // frames.
        for index in look where old.indices.contains(index - look.count) {
          let time = take.observations[index].frame.time
          take.observations[index].frame = take.observations[index - look.count].frame
          take.observations[index].frame.time = time
        }
      }
    },
  ]

  /// True if the eye is 30 to 40 cm from the camera.
  private static func isNear(_ frame: FaceFrame) -> Bool {
    let face = RigidTransform(unchecked: frame.face)
    let eye = face.apply(RigidTransform(unchecked: frame.leftEye).translation)
    return (0.30...0.40).contains((eye - frame.camera.axis(3)).length)
  }
}
