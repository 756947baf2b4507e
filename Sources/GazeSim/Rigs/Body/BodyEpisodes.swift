import GazePipeline
import GazeRecording
private import PortableFoundation

/// One activity of a person, from a place and a turn to the next.
struct BodyEpisode {
  var kind: RecordedBody.State
  var start: Double
  var duration: Double
  var from: Vector2
  var to: Vector2
  var fromYaw: Double
  var toYaw: Double
  /// Phase of the gait at the start, radians.
  var phase = 0.0
  var wavesLeft = false
}

/// The sequence of a person's activities. Episode k uses draws 2k and 2k + 1, and the first place the last draw, so one
/// seed gives the same activities at every frame rate.
struct BodyEpisodes {
  private let parameters: BodyParameters.Behaviour
  private let habits: (walk: Double, wave: Double, turn: Double)
  private let draws: RandomStream
  private let speed, stride: Double
  private var episodes: [BodyEpisode] = []
  private var number: UInt64 = 0

  /// Time by which a request may be earlier than the latest request, seconds: more than the largest `tracker.latency`
  /// that its row allows, 500 ms, and the 1/60 s over which `BodyTracker` computes a speed.
  static let memory = 1.0

  init(
    _ parameters: BodyParameters.Behaviour, _ scenario: BodyScenario, build: BodyBuild, speed: Double,
    _ draws: RandomStream
  ) {
    self.parameters = parameters
    habits = scenario.habits
    self.draws = draws
    self.speed = max(speed, 0.2)
    stride = max(parameters.stride * build.height, 0.2)
    let place = self.place(draws.uniforms(.max))
    episodes = [BodyEpisode(kind: .stand, start: 0, duration: 1, from: place, to: place, fromYaw: 0, toYaw: 0)]
  }

  /// A place that appears in the middle part of the picture; z is negative because the z axis points towards the
  /// camera.
  private func place(_ u: Vector2) -> Vector2 {
    SIMD2((2 * u.x - 1) * parameters.aside, -(parameters.near + u.y * max(parameters.far - parameters.near, 0)))
  }

  /// The stance, and the kind of activity, at a time that is at most `memory` before the latest requested time.
  mutating func stance(at time: Double) -> (stance: BodyStance, kind: RecordedBody.State) {
    while let last = episodes.last, last.start + last.duration <= time { append(after: last) }
    // Episodes that ended long ago are dropped.
    if episodes.count > 12, episodes[6].start < time - Self.memory { episodes.removeFirst(6) }
    let episode = episodes.last { $0.start <= time } ?? episodes[0]
    return (stance(episode, at: time), episode.kind)
  }

  private func stance(_ e: BodyEpisode, at time: Double) -> BodyStance {
    let t = min(max(time - e.start, 0), e.duration)
    var stance = BodyStance()
    stance.yaw = e.fromYaw + Self.turn(from: e.fromYaw, to: e.toYaw) * Self.smooth(t / e.duration)
    stance.place = e.from
    switch e.kind {
    case .walk:
      let way = e.to - e.from
      let s = t / e.duration
      stance.place = e.from + way * Self.smooth(s)
      let pace = way.length / e.duration * 30 * s * s * (1 - s) * (1 - s)
      stance.gait = min(pace / 0.5, 1)
      stance.gaitPhase = e.phase + 2 * .pi * way.length * Self.smooth(s) / stride
      // The person turns into the walking direction, walks along it, and turns out of it again.
      let along = atan2(way.x, way.y)
      let (into, out) = (Self.smooth(min(t / 0.5, 1)), Self.smooth(min((e.duration - t) / 0.5, 1)))
      stance.yaw =
        t < e.duration / 2
        ? e.fromYaw + Self.turn(from: e.fromYaw, to: along) * into : e.toYaw + Self.turn(from: e.toYaw, to: along) * out
    case .wave:
      stance.wave = Self.smooth(min(t / 0.6, 1)) * Self.smooth(min((e.duration - t) / 0.6, 1))
      stance.waveSwing = parameters.waveAngle * sin(2 * .pi * parameters.waveRate * t)
      stance.wavesLeft = e.wavesLeft
    case .stand, .occluded, .out: break
    }
    return stance
  }

  private mutating func append(after last: BodyEpisode) {
    number += 1
    let (u, place) = (draws.uniforms(2 * number), draws.uniforms(2 * number + 1))
    var next = BodyEpisode(
      kind: .stand, start: last.start + last.duration, duration: 1 + 2 * u.y, from: last.to, to: last.to,
      fromYaw: last.toYaw, toYaw: last.toYaw, phase: last.phase)
    let isOutside = abs(last.to.x) > parameters.aside + 0.5
    if last.kind != .stand && !isOutside {
      // The person stands for a while, and only briefly in scenarios with much walking.
      if habits.walk > 0.6 { next.duration = 0.4 + 0.6 * u.y }
    } else if isOutside || u.x < habits.walk {
      next.kind = .walk
      next.to = self.place(place)
      if !isOutside, u.y < parameters.leaves {
        // A person who leaves walks well past the nearer edge of the picture.
        next.to.x = (last.to.x < 0 ? -1 : 1) * (-next.to.y + parameters.aside + 1)
      }
      let way = (next.to - next.from).length
      next.duration = max(way / speed, 1)
      next.toYaw = (place.x - 0.5) * parameters.turn
      next.phase = last.phase
    } else if u.x < habits.walk + habits.wave {
      next.kind = .wave
      next.duration = 2 + 3 * u.y
      next.wavesLeft = place.x < 0.5
    } else if u.x < habits.walk + habits.wave + habits.turn {
      next.toYaw = (2 * place.x - 1) * parameters.turn
    }
    episodes.append(next)
  }

  /// Share of a minimum-jerk movement: 10s³ − 15s⁴ + 6s⁵ (Flash & Hogan 1985).
  private static func smooth(_ s: Double) -> Double { s * s * s * (10 + s * (6 * s - 15)) }

  /// The smaller angle between two directions.
  private static func turn(from a: Double, to b: Double) -> Double { atan2(sin(b - a), cos(b - a)) }
}
