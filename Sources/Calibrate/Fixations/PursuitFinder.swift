package import GazePipeline
package import GazeRecording

/// Finds fixations of a moving target: the eyes follow it with a lag, and the tracker's report lags further.
///
/// The lag is fitted: it minimises the residuals of a regression of the reported angles on the target's direction one
/// lag ago (offset and gain for each axis). Then five moments per second become one fixation each, with the target of
/// one lag ago. The residuals of these fixations are correlated from moment to moment, which `SlowDrift` detects.
///
/// The finder takes `RecordedFrame.Observation`s, so it cannot see a simulation's truth. It keeps ten moments per
/// second, for at most `longest` seconds per participant.
package struct PursuitFinder {
  package struct Pursuit: Equatable {
    package var participant: Int
    /// Delay of the reported gaze behind the target, seconds.
    package var lag: Double
    /// Moments of the pursuit, one fixation each.
    package var fixations: [Fixation]
  }

  /// Seconds that are kept per participant.
  package static let longest = 600.0
  /// Candidate lags, seconds: from zero to twice the lag of eyes and tracker.
  static let lags = (0...50).map { 0.01 * Double($0) }
  /// Speed of the target, points/s, below which the target does not count as moving.
  static let slowest = 10.0

  private struct Track {
    var targets: [(time: Double, point: Vector2)] = []
    var samples: [(time: Double, sample: Fixation.Sample)] = []
    var lastBlink = -Double.infinity
  }

  private var tracks: [Int: Track] = [:]

  package init() {}

  package mutating func add(_ observation: RecordedFrame.Observation) {
    let frame = observation.frame
    guard let target = observation.target, target.isFinite, frame.time.isFinite else { return }
    var track = tracks.removeValue(forKey: observation.participant) ?? Track()
    defer { tracks[observation.participant] = track }
    guard track.targets.count < Int(Self.longest * 10) else { return }
    if Double(frame.blink.x + frame.blink.y) / 2 > 0.5 { track.lastBlink = frame.time }
    // Ten moments per second are kept, beginning with the first frame.
    let since = frame.time - (track.targets.last?.time ?? -.infinity)
    guard since >= 0.1 - 1e-6 || since < 0 else { return }
    track.targets.append((frame.time, target))
    guard frame.isTracked, frame.time - track.lastBlink > 0.2, let cameraFromFace = frame.cameraFromFace,
      let eye = CyclopeanEye(frame), cameraFromFace.apply(eye.origin).z < 0
    else { return }
    let reported = GazeAngles(direction: eye.direction)
    track.samples.append(
      (frame.time, Fixation.Sample(cameraFromFace: cameraFromFace, origin: eye.origin, reported: reported)))
  }

  /// Pursuits on a screen, by participant; a participant whose target moved for less than ten seconds is missing.
  ///
  /// - Parameters:
  ///   - screen: the screen's nominal geometry, in the orientation of its interface.
  package func pursuits(on screen: ScreenGeometry) -> [Pursuit] {
    tracks.sorted { $0.key < $1.key }.compactMap { participant, track in
      let moving = Self.moving(track)
      guard moving.samples.count >= 100 else { return nil }
      let costs = Self.lags.map { Self.cost(moving, lag: $0, on: screen) }
      guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best].isFinite else { return nil }
      var lag = Self.lags[best]
      if best > 0, best + 1 < costs.count {
        // Vertex of the parabola through the lowest cost and its neighbours.
        let (a, b, c) = (costs[best - 1], costs[best], costs[best + 1])
        if a + c > 2 * b { lag += 0.01 * 0.5 * (a - c) / (a - 2 * b + c) }
      }
      let looks = moving.samples.enumerated().compactMap { index, moment -> Fixation? in
        guard index.isMultiple(of: 2), let target = Self.target(moving, at: moment.time - lag) else { return nil }
        return Fixation(participant: participant, target: target, start: moment.time, samples: [moment.sample])
      }
      return Pursuit(participant: participant, lag: lag, fixations: looks)
    }
  }

  /// The part of a track in which the target moved, from one second after the movement began.
  private static func moving(_ track: Track) -> Track {
    var moving = track
    moving.samples = track.samples.filter { moment in
      guard let here = target(track, at: moment.time), let before = target(track, at: moment.time - 1),
        let half = target(track, at: moment.time - 0.5)
      else { return false }
      return (here - half).length > 0.5 * slowest && (half - before).length > 0.5 * slowest
    }
    return moving
  }

  /// Position of the target, interpolated between the known moments; nil if the target jumped between the known moments
  /// or is unknown.
  private static func target(_ track: Track, at time: Double) -> Vector2? {
    var (low, high) = (0, track.targets.count - 1)
    guard high > 0, time >= track.targets[0].time, time <= track.targets[high].time else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if track.targets[middle].time <= time { low = middle } else { high = middle }
    }
    let (a, b) = (track.targets[low], track.targets[high])
    let step = b.time - a.time
    // There is no target between the two moments if they are separated by a gap in time or by a jump, that is a
    // movement faster than across a phone in a quarter of a second.
    guard step > 0, step < 0.3, (b.point - a.point).length / step < 4000 else { return nil }
    return a.point + (b.point - a.point) * ((time - a.time) / step)
  }

  /// Residual of a regression of the reported angles on the target's direction one lag ago, radians².
  private static func cost(_ track: Track, lag: Double, on screen: ScreenGeometry) -> Double {
    var (n, x, y) = (0.0, Vector2.zero, Vector2.zero)
    var (xx, xy, yy) = (x, x, x)
    for (time, sample) in track.samples {
      guard let target = target(track, at: time - lag) else { continue }
      let hit = screen.hit(ofPoint: target)
      let way = sample.cameraFromFace.inverse.apply(SIMD3(hit, 0)) - sample.origin
      let (a, b) = (GazeAngles(direction: way.normalized).vector, sample.reported.vector)
      n += 1
      x += a
      y += b
      xx += a * a
      xy += a * b
      yy += b * b
    }
    guard n > 10 else { return .infinity }
    let (sxx, sxy, syy) = (xx - x * x / n, xy - x * y / n, yy - y * y / n)
    // An axis along which the target did not move gives no information.
    let explained = SIMD2(sxx.x > 1e-6 * n ? sxy.x * sxy.x / sxx.x : 0, sxx.y > 1e-6 * n ? sxy.y * sxy.y / sxx.y : 0)
    return (syy - explained).sum() / n
  }
}
