import GazeMetrics
import GazePipeline
import GazeRecording

/// Measures one person's metrics from the distances between drawn circles and joints, for any pipeline. Memory does not
/// grow with the recording's length.
struct BodyMeasurement: Sendable {
  private(set) var person: BodyPerson
  private let viewport: Vector2
  private let rate: Double
  /// Joints by which the lag is measured: the hands, which move most, and the root, which is nearly always visible.
  private var lags: [(joint: BodyJoint, estimator: LagEstimator, following: Following)]
  /// Smallest correlation of a circle with its joint at which a lag is reported. Circles in a picture that lies on its
  /// side do not follow their joints, and the delay that fits best is due to chance. In simulations circles that follow
  /// their joints reach 0.66 or more, even if they are 200 ms late; the naive multiply in portrait reaches 0.4 at most.
  static let leastFollowing = 0.5
  private var firstTime: Double?
  private var lastTime = 0.0
  private var lastStanding: BodyOverlay?
  private var falseNow = RecordedBody.Truth.Set()
  private var framesInView = 0
  private var most = 0

  init(participant: Int, viewport: Vector2, rate: Double) {
    person = BodyPerson(participant: participant)
    self.viewport = viewport
    self.rate = rate
    let longest = Int(min(max(rate / 2, 4), 120).rounded())
    lags = [.leftHand, .rightHand, .root].map {
      ($0, LagEstimator(frameInterval: 1 / rate, maximumLag: longest), Following())
    }
  }

  /// Correlation of a circle's path with its joint's: Σ(p − p̄)·(q − q̄)/√(Σ|p − p̄|²·Σ|q − q̄|²), −1…1, in one pass.
  private struct Following: Sendable {
    private var count = 0.0
    private var joint = Vector2.zero
    private var circle = Vector2.zero
    private var squares = Vector2.zero
    private var product = 0.0

    mutating func step(_ p: Vector2?, _ q: Vector2?) {
      guard let p, let q, p.length < 1e9, q.length < 1e9 else { return }
      count += 1
      let (dp, dq) = (p - joint, q - circle)
      joint += dp / count
      circle += dq / count
      let after = q - circle
      squares += SIMD2((dp * (p - joint)).sum(), (dq * after).sum())
      product += (dp * after).sum()
    }

    var share: Double {
      let scale = (squares.x * squares.y).squareRoot()
      return scale > 0 && scale.isFinite ? product / scale : 0
    }
  }

  private func isOnScreen(_ p: Vector2) -> Bool { p.x >= 0 && p.y >= 0 && p.x <= viewport.x && p.y <= viewport.y }

  /// Takes in the overlay drawn for a sample.
  mutating func take(_ sample: RecordedBody, _ overlay: BodyOverlay) {
    if firstTime == nil { firstTime = sample.time }
    let elapsed = sample.time - lastTime
    lastTime = sample.time
    person.frames += 1
    person.isAgainstTruth = person.isAgainstTruth || sample.hasTruth
    let truth = sample.truth
    let reference = truth?.joints ?? sample.observation.shown
    let isInView = truth.map { !$0.seen.isEmpty } ?? true
    if isInView {
      framesInView += 1
      if !sample.observation.skeleton.isTracked || sample.observation.skeleton.joints.count == 0 { person.lost += 1 }
    }
    for joint in BodyJoint.allCases {
      let circle = overlay.circles[joint]
      let isSeen = truth?.seen.contains(joint) ?? true
      if let circle {
        person.drawn += 1
        if isOnScreen(circle) { person.drawnOnScreen += 1 }
      }
      if let place = reference[joint], isSeen {
        if let circle {
          let error = (circle - place).length
          person.error.add(error)
          person.errorByJoint[joint.rawValue].add(error)
        }
        if truth != nil, isOnScreen(place) {
          person.visible += 1
          if circle != nil { person.visibleShown += 1 }
        }
      }
      countFalse(joint, isFalse: circle != nil && !isSeen)
    }
    if let truth {
      for i in lags.indices {
        let joint = lags[i].joint
        let (place, circle) = (truth.seen.contains(joint) ? truth.joints[joint] : nil, overlay.circles[joint])
        lags[i].estimator.step(truth: place, pointer: circle, at: sample.time)
        lags[i].following.step(place, circle)
      }
    }
    stand(sample, overlay, elapsed)
  }

  private mutating func countFalse(_ joint: BodyJoint, isFalse: Bool) {
    let bit = RecordedBody.Truth.Set(rawValue: 1 << UInt32(joint.rawValue))
    if isFalse, !falseNow.contains(joint) { person.falseCircles += 1 }
    if isFalse { falseNow.formUnion(bit) } else { falseNow.subtract(bit) }
  }

  /// Adds the steps of the circles from one sample to the next while the person is standing.
  private mutating func stand(_ sample: RecordedBody, _ overlay: BodyOverlay, _ elapsed: Double) {
    guard sample.truth?.state == .stand else {
      lastStanding = nil
      return
    }
    if let lastStanding, elapsed > 0, elapsed < 1.5 / rate {
      for joint in BodyJoint.allCases {
        guard let now = overlay.circles[joint], let before = lastStanding.circles[joint] else { continue }
        let step = now - before
        person.jitterSquares += min((step * step).sum(), 1e12)
        person.jitterSteps += 1
      }
    }
    lastStanding = overlay
  }

  /// True if the sample has more joints on the screen than any earlier one.
  mutating func showsMore(_ sample: RecordedBody) -> Bool {
    let skeleton = sample.observation.skeleton
    guard skeleton.isTracked else { return false }
    let reference = sample.truth?.joints ?? sample.observation.shown
    var count = 0
    for joint in BodyJoint.allCases {
      guard let place = reference[joint], isOnScreen(place), sample.truth?.seen.contains(joint) ?? true,
        skeleton.joints[joint] != nil
      else { continue }
      count += 1
    }
    defer { most = max(most, count) }
    return count > most
  }

  /// Keeps the moment to draw.
  mutating func keep(_ snapshot: BodyPerson.Snapshot?) { person.snapshot = snapshot }

  /// The person's metrics.
  mutating func close() -> BodyPerson {
    let seconds = firstTime.map { lastTime - $0 + 1 / rate } ?? 0
    // In a recording from another program the times may run backwards or be far apart.
    person.seconds = seconds > 0 && seconds < 1e9 ? seconds : 0
    let all = (person.seconds * rate).rounded()
    let missing = max(Int(min(all, 1e12)) - person.frames, 0)
    person.lost += missing
    person.expected = framesInView + missing
    let followed = lags.filter { $0.following.share >= Self.leastFollowing }
    let found = followed.compactMap { lag in lag.estimator.lag.map { ($0, lag.estimator.count) } }
    let samples = found.reduce(0) { $0 + $1.1 }
    if samples > 0 {
      person.lag = found.reduce(0) { $0 + $1.0 * Double($1.1) } / Double(samples)
    }
    return person
  }
}
