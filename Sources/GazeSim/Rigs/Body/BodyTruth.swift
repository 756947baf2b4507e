import GazePipeline
import GazeRecording
private import PortableFoundation

/// The body in front of the camera at one tick.
struct BodyMoment {
  /// Positions in the interface's camera frame, metres, in `BodyJoint`'s order.
  var positions: [Vector3]
  /// Pixels from the picture's middle in the interface's orientation; nil for joints behind the camera.
  var pixels: [Vector2?]
  /// `hidden`: joints inside the picture but hidden by an object.
  var seen, hidden: RecordedBody.Truth.Set
  var state: RecordedBody.State
}

/// True movements of a person and of the camera, in ticks of 1/240 s. They are functions of the tick alone.
struct BodyTruth {
  /// The tick nearest to a time, never before the first one.
  static func tick(_ time: Double) -> UInt64 { UInt64(max((time / Clock.tick).rounded(), 0)) }

  let build: BodyBuild
  private(set) var camera: BodyCamera
  private let counter: BodyParameters.Counter
  private var episodes: BodyEpisodes
  private var sway: Wander

  init(_ simulation: RigSimulation<BodyRig>, participant: Int) {
    // The numbers of all streams are listed at `BodyRig`.
    let p = simulation.parameters
    let person = simulation.personStream(1, participant: participant).normals(0)
    build = BodyBuild(height: min(max(p.people.height + p.people.heightSD * person.x, 0.8), 2.3))
    let memory = Int(BodyEpisodes.memory / Clock.tick)
    let stream = simulation.streams(of: participant)
    camera = BodyCamera(
      p.camera, points: simulation.device.geometry.points,
      phone: simulation.phone == 0 ? nil : simulation.phoneStream(7),
      memory: memory, stream)
    counter = p.counter
    episodes = BodyEpisodes(
      p.behaviour, simulation.scenario, build: build, speed: p.behaviour.speed + p.behaviour.speedSD * person.y,
      stream(2))
    sway = Wander(
      stream(5), sd: SIMD3(p.behaviour.sway, 0, p.behaviour.sway), timeConstant: 1.5, memory: memory,
      knots: .heavy)
  }

  /// The body at a tick, which may be up to `BodyEpisodes.memory` before the latest tick that was requested.
  mutating func moment(at tick: UInt64) -> BodyMoment {
    let (stance, kind) = episodes.stance(at: Double(tick) * Clock.tick)
    let away = sway.value(at: tick)
    let cameraFromWorld = camera.cameraFromWorld(at: tick)
    let eye = cameraFromWorld.inverse.translation
    var moment = BodyMoment(positions: [], pixels: [], seen: [], hidden: [], state: kind)
    let world = build.joints(stance)
    moment.positions.reserveCapacity(world.count)
    moment.pixels.reserveCapacity(world.count)
    for joint in BodyJoint.allCases {
      let point = world[joint.rawValue] + away
      let inCamera = cameraFromWorld.apply(point)
      let pixels = camera.project(inCamera)
      moment.positions.append(inCamera)
      moment.pixels.append(pixels)
      guard let pixels, Self.isInside(camera.normalised(pixels)) else { continue }
      if isBehindCounter(point, from: eye) { moment.hidden.insert(joint) } else { moment.seen.insert(joint) }
    }
    if moment.seen.isEmpty && moment.hidden.isEmpty {
      moment.state = .out
    } else if !moment.hidden.isEmpty {
      moment.state = .occluded
    }
    return moment
  }

  private static func isInside(_ p: Vector2) -> Bool { p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1 }

  /// True if the line of sight passes through the counter, an upright wall on the floor.
  private func isBehindCounter(_ point: Vector3, from eye: Vector3) -> Bool {
    let wall = -counter.distance
    guard counter.isThere == 1, point.z < wall, eye.z > wall else { return false }
    let share = (wall - eye.z) / (point.z - eye.z)
    return eye.y + (point.y - eye.y) * share < counter.height
  }
}
