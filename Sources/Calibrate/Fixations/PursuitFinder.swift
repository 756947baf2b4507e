package import GazePipeline
package import GazeRecording

/// Looks at a target that moves: the eyes follow it, and what the tracker shows comes later still.
///
/// The lag is fitted: of the reported angles' regression on the target's direction one lag ago (offset and gain, each
/// axis), the one that leaves least. Then five moments a second stand for a look each, its target that of one lag ago.
/// What is left over goes on from moment to moment, which `SlowDrift` sees.
///
/// It takes `RecordedFrame.Observation`s, so it cannot see a simulation's truth. It keeps ten moments a second of at most
/// `longest` seconds a participant.
package struct PursuitFinder: Sendable {
  /// One participant's lag, and the looks.
  package struct Pursuit: Sendable, Equatable {
    /// Whose.
    package var participant: Int
    /// By how much the reported gaze follows the target, seconds.
    package var lag: Double
    /// Moments of it.
    package var fixations: [Fixation]
  }

  /// Seconds of a participant that are kept.
  package static let longest = 600.0
  /// Lags that are tried, seconds: from none to twice what eyes and tracker take.
  static let lags = (0...50).map { 0.01 * Double($0) }
  /// Below this speed of the target, points/s, nothing is pursued.
  static let slowest = 10.0

  private struct Track: Sendable {
    var targets: [(time: Double, point: SIMD2<Double>)] = []
    var samples: [(time: Double, sample: Fixation.Sample)] = []
    var lastBlink = -Double.infinity
  }

  private var tracks: [Int: Track] = [:]

  /// A finder at its start.
  package init() {}

  /// Takes the next observation in.
  package mutating func add(_ observation: RecordedFrame.Observation) {
    let frame = observation.frame
    guard let target = observation.target, target.isFinite, frame.time.isFinite else { return }
    var track = tracks.removeValue(forKey: observation.participant) ?? Track()
    defer { tracks[observation.participant] = track }
    guard track.targets.count < Int(Self.longest * 10) else { return }
    if Double(frame.blink.x + frame.blink.y) / 2 > 0.5 { track.lastBlink = frame.time }
    // Ten a second, the first at once.
    let since = frame.time - (track.targets.last?.time ?? -.infinity)
    guard since >= 0.1 - 1e-6 || since < 0 else { return }
    track.targets.append((frame.time, target))
    guard frame.isTracked, frame.time - track.lastBlink > 0.2, let cameraFromFace = frame.cameraFromFace,
      let eye = CyclopeanEye(frame), cameraFromFace.apply(eye.origin).z < 0
    else { return }
    track.samples.append(
      (
        frame.time,
        Fixation.Sample(
          cameraFromFace: cameraFromFace, origin: eye.origin, reported: GazeAngles(direction: eye.direction))
      ))
  }

  /// What was pursued on a screen, by participant: nobody's where no target moved for ten seconds.
  ///
  /// - Parameters:
  ///   - screen: the screen's nominal geometry, as its interface stood.
  package func pursuits(on screen: ScreenGeometry) -> [Pursuit] {
    tracks.sorted { $0.key < $1.key }.compactMap { participant, track in
      let moving = Self.moving(track)
      guard moving.samples.count >= 100 else { return nil }
      let costs = Self.lags.map { Self.cost(moving, lag: $0, on: screen) }
      guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best].isFinite else { return nil }
      var lag = Self.lags[best]
      if best > 0, best + 1 < costs.count {
        // The parabola through the three lowest.
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

  /// What was recorded while the target moved, and a second after it began to.
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

  /// Where the target was, between the moments that are known; nil where it jumped there, or is not known.
  private static func target(_ track: Track, at time: Double) -> SIMD2<Double>? {
    var (low, high) = (0, track.targets.count - 1)
    guard high > 0, time >= track.targets[0].time, time <= track.targets[high].time else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if track.targets[middle].time <= time { low = middle } else { high = middle }
    }
    let (a, b) = (track.targets[low], track.targets[high])
    let step = b.time - a.time
    // A gap in time, or a jump: faster than across a phone in a quarter of a second.
    guard step > 0, step < 0.3, (b.point - a.point).length / step < 4000 else { return nil }
    return a.point + (b.point - a.point) * ((time - a.time) / step)
  }

  /// What a regression of the reported angles on the target's direction one lag ago leaves, radians².
  private static func cost(_ track: Track, lag: Double, on screen: ScreenGeometry) -> Double {
    var (n, x, y) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (xx, xy, yy) = (x, x, x)
    for (time, sample) in track.samples {
      guard let target = target(track, at: time - lag) else { continue }
      let hit = screen.hit(ofPoint: target)
      let way = sample.cameraFromFace.inverse.apply(SIMD3(hit.x, hit.y, 0)) - sample.origin
      let angles = GazeAngles(direction: way.normalized)
      let (a, b) = (SIMD2(angles.yaw, angles.pitch), SIMD2(sample.reported.yaw, sample.reported.pitch))
      n += 1
      x += a
      y += b
      xx += a * a
      xy += a * b
      yy += b * b
    }
    guard n > 10 else { return .infinity }
    let (sxx, sxy, syy) = (xx - x * x / n, xy - x * y / n, yy - y * y / n)
    // An axis along which the target did not move says nothing.
    let explained = SIMD2(sxx.x > 1e-6 * n ? sxy.x * sxy.x / sxx.x : 0, sxx.y > 1e-6 * n ? sxy.y * sxy.y / sxx.y : 0)
    return (syy - explained).sum() / n
  }
}
