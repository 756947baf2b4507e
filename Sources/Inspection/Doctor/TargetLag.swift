import GazePipeline
import GazeRecording

/// Delay of the reported gaze after the targets: eyes take 0.2 to 0.4 s to reach a new target, so a different delay is
/// due to the clocks. The estimate does not depend on axes, scale or offset, which may be wrong.
///
/// In bins of 50 ms, with g the direction reported by the two eyes in the camera's frame (two slopes) and p the target,
/// R² is the share of g that a linear function of an earlier p explains, per person and in blocks of 10 s, each with
/// its own means:
///
///     R²(L) = Σ tr(C_gp C_pp⁻¹ C_pg) / Σ tr(C_gg),  C over g(t), p(t − L);  the lag is the L with the largest R²
///
/// Memory does not grow with the recording.
struct TargetLag: Sendable {
  /// Length of a bin, seconds.
  private static let bin = 0.05
  /// Range of lags in bins: from 1.6 s before the target to 2 s after it.
  private static let earliest = -32, latest = 40
  private static let block = 200
  /// Smallest number of bins with which a block is used.
  private static let fewest = 40
  /// Usual time of eyes and trackers to reach a new target, seconds: reaction, saccade and filter; 0.30 to 0.35 in
  /// simulated people. A moving target is followed with a shorter delay.
  private static let usual = 0.09...0.45, usualOfMoving = -0.08...0.4
  private static let reaction = 0.3, reactionToMoving = 0.14
  /// Number of the target's changes per second above which the target counts as moving.
  private static let movingRate = 5.0
  /// Smallest number of jumps of the target.
  private static let fewestJumps = 8
  /// Smallest R² at the best lag, and smallest ratio of the R² at the best lag to the R² at any usual lag.
  private static let leastExplained = 0.15, leastGain = 1.02

  /// Sums over g and p.
  private struct Moments: Sendable {
    var n = 0.0
    var g = Vector2.zero, p = Vector2.zero
    var gg = 0.0
    /// xx, xy, yy.
    var pp = Vector3.zero
    /// Sums of g.x·p and g.y·p.
    var gx = Vector2.zero, gy = Vector2.zero

    mutating func add(_ g: Vector2, _ p: Vector2) {
      n += 1
      self.g += g
      self.p += p
      gg += (g * g).sum()
      pp += SIMD3(p.x * p.x, p.x * p.y, p.y * p.y)
      gx += p * g.x
      gy += p * g.y
    }

    /// Adds these sums, centred on their own means, to `sum`.
    func centred(into sum: inout Moments) {
      guard n >= Double(TargetLag.fewest) else { return }
      sum.n += n
      sum.gg += gg - (g * g).sum() / n
      sum.pp += pp - SIMD3(p.x * p.x, p.x * p.y, p.y * p.y) / n
      sum.gx += gx - p * g.x / n
      sum.gy += gy - p * g.y / n
    }

    /// tr(C_gp C_pp⁻¹ C_pg).
    var explained: Double {
      let determinant = pp.x * pp.z - pp.y * pp.y
      func along(_ c: Vector2) -> Double {
        // If all targets are on a line, only the direction along the line is used.
        guard determinant > 1e-9 * pp.x * pp.z else {
          let total = pp.x + pp.z
          return total > 0 ? (c * c).sum() / total : 0
        }
        return (c.x * c.x * pp.z - 2 * c.x * c.y * pp.y + c.y * c.y * pp.x) / determinant
      }
      return along(gx) + along(gy)
    }
  }

  /// Number of lags.
  private static let lags = latest - earliest + 1

  private struct Person: Sendable {
    var time = CountedTime()
    var end = TargetLag.bin
    /// Sums of the bin that is being filled, and the number of its frames.
    var gaze = Vector2.zero
    var count = 0.0
    var target: Vector2?
    /// The bins of a block, the newest at the end, after those that the range of lags needs.
    var bins: [(gaze: Vector2?, target: Vector2?)] = []
    var jumps = 0
    /// The moments of all blocks by lag.
    var total = [Moments](repeating: Moments(), count: TargetLag.lags)

    /// Ends a bin.
    mutating func close() {
      bins.append((count > 0 ? gaze / count : nil, target))
      (gaze, count) = (.zero, 0)
      end += TargetLag.bin
      if bins.count == TargetLag.lags - 1 + TargetLag.block { settle() }
    }

    /// Ends a block. Each gaze goes with the targets from `latest` bins before it to −`earliest` bins after it.
    mutating func settle() {
      let starts = 0..<max(bins.count - TargetLag.lags + 1, 0)
      for index in total.indices {
        var block = Moments()
        for start in starts {
          if let gaze = bins[start + TargetLag.latest].gaze,
            let target = bins[start + TargetLag.latest - TargetLag.earliest - index].target
          {
            block.add(gaze, target)
          }
        }
        block.centred(into: &total[index])
      }
      bins.removeFirst(starts.count)
    }
  }

  private let step: Double
  private var people: [Int: Person] = [:]

  /// - Parameter rate: the header's frames a second.
  init(rate: Double) { step = 1 / rate }

  mutating func add(_ observation: RecordedFrame.Observation, usable: Bool) {
    var person = people.removeValue(forKey: observation.participant) ?? Person()
    defer { people[observation.participant] = person }
    person.time.advance(to: observation.frame.time, step: step)
    while person.time.now >= person.end { person.close() }
    let target = observation.possibleTarget
    if let target, let old = person.target, target != old { person.jumps += 1 }
    person.target = target
    guard usable, observation.areEyesOpen, let gaze = Self.gaze(observation.frame) else { return }
    person.gaze += gaze
    person.count += 1
  }

  /// The mean of the two eyes' slopes in the camera's frame; nil if an eye looks along the screen.
  private static func gaze(_ frame: FaceFrame) -> Vector2? {
    let poses = DoctorSample(participant: 0, frame)
    let eyes = poses.left.rotation.z + poses.right.rotation.z
    let way = poses.camera.rotation.inverse.apply(poses.face.rotation.apply(eyes))
    let slope = SIMD2(way.x, way.y) / way.z
    return slope.isFinite && max(abs(slope.x), abs(slope.y)) < 3 ? slope : nil
  }

  /// The estimate; nil if the target has too few jumps or if the gaze follows the target at no lag.
  func estimate() -> Estimate? {
    var explained = [Double](repeating: 0, count: Self.lags)
    var all = explained
    var (jumps, seconds) = (0, 0.0)
    for (_, person) in people.sorted(by: { $0.key < $1.key }) {
      var person = person
      person.settle()
      jumps += person.jumps
      seconds += person.time.now
      for index in explained.indices where person.total[index].n > 0 {
        explained[index] += person.total[index].explained
        all[index] += person.total[index].gg
      }
    }
    let shares = explained.indices.map { all[$0] > 0 ? explained[$0] / all[$0] : 0 }
    guard jumps >= Self.fewestJumps, let best = shares.indices.max(by: { shares[$0] < shares[$1] }),
      shares[best] >= Self.leastExplained
    else { return nil }
    var place = Double(best)
    if best > 0, best < shares.count - 1 {
      // Maximum of the parabola through the best lag and its neighbours.
      let (a, b, c) = (shares[best - 1], shares[best], shares[best + 1])
      let bend = a - 2 * b + c
      if bend < 0 { place += min(max(0.5 * (a - c) / bend, -0.5), 0.5) }
    }
    func lag(_ place: Double) -> Double { (place + Double(Self.earliest)) * Self.bin }
    let isMoving = Double(jumps) > Self.movingRate * seconds
    let (usual, reaction) =
      isMoving ? (Self.usualOfMoving, Self.reactionToMoving) : (Self.usual, Self.reaction)
    let known = shares.indices.filter { usual.contains(lag(Double($0))) }.map { shares[$0] }.max() ?? 0
    let isOff = !usual.contains(lag(place)) && shares[best] > Self.leastGain * known
    return Estimate(
      lag: lag(place), explained: shares[best], usual: known, jumps: jumps, offset: isOff ? lag(place) - reaction : nil)
  }

  /// The delay with which the gaze follows the targets best.
  struct Estimate: Sendable {
    /// The delay, seconds; negative if the gaze is ahead.
    var lag: Double
    /// R² at this delay.
    var explained: Double
    /// The best R² at a usual lag.
    var usual: Double
    var jumps: Int

    /// Delay of the frames relative to their targets, seconds; nil if the lag is usual for eyes.
    var offset: Double?

    var numbers: DoctorReport.Numbers {
      [
        "gaze follows targets by [s]": lag, "share of the gaze that targets then explain": explained,
        "at most, by as much as eyes take": usual, "new targets": jumps,
      ]
    }
  }
}
