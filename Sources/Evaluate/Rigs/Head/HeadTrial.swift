import GazeMetrics
package import GazePipeline
package import GazeRecording
import GazeTesting

/// One head pipeline on one person's samples. Memory does not grow with the take's length.
package struct HeadTrial: Trial {
  /// The pipeline's output for the last sample.
  private var pose: HeadPose?
  /// The reference for the last sample.
  private var truth: UnitQuaternion?

  private var pipeline: Choice
  /// The article's pipeline, run on the same samples to compare its drift.
  private var article: Article2024HeadPipeline
  private let picture = HeadPicture()
  private let rate: Double
  private var person: HeadPerson
  private var lag: LagEstimator
  private var detector = HeadGestures()
  private var score = HeadGestureScore()
  private var first: Double?
  private var lastTime = -Double.infinity
  private var lastError: (time: Double, error: UnitQuaternion, truth: UnitQuaternion)?
  /// Time since which the true head has been slow.
  private var restingSince: Double?
  private var lastReference: (first: Double, last: Double)?
  private var nextMoment = 5.0

  /// A head is steady after it has turned more slowly than `slow` (rad/s) for `rest` (seconds): after this time the
  /// display, which sensor latency and smoothing delay, has come to rest too.
  private static let slow = 10.0.radians
  private static let rest = 0.5

  /// The available pipelines.
  package enum Choice: Sendable {
    case article(Article2024HeadPipeline)
    case standard(StandardHeadPipeline)
    /// A head that never turns: the article's first pose stays.
    case still(Article2024HeadPipeline, HeadPose? = nil)

    mutating func step(_ frame: HeadFrame) -> HeadPose {
      switch self {
      case .article(var pipeline):
        let pose = pipeline.step(frame)
        self = .article(pipeline)
        return pose
      case .standard(var pipeline):
        let pose = pipeline.step(frame)
        self = .standard(pipeline)
        return pose
      case .still(var pipeline, let first):
        var pose = first ?? pipeline.step(frame)
        pose.isLive = frame.attitude != nil
        self = .still(pipeline, pose)
        return pose
      }
    }
  }

  /// A trial before the first sample.
  init(_ pipeline: Choice, article: Article2024HeadPipeline, rate: Double, participant: Int) {
    self.pipeline = pipeline
    self.article = article
    self.rate = rate
    person = HeadPerson(participant: participant)
    let half = Int(min(max(rate / 2, 4), 120).rounded())
    // Negative lags are allowed, since the pipeline `standard` predicts: if the latency is less than the pipeline
    // assumes, the display is ahead of the head.
    lag = LagEstimator(frameInterval: 1 / rate, maximumLag: half, maximumLead: half)
  }

  /// Takes in a sample.
  package mutating func step(_ sample: RecordedHead) -> HeadReadout {
    take(sample)
    return HeadReadout(pose: pose, truth: truth)
  }

  private mutating func take(_ sample: RecordedHead) {
    let frame = sample.observation.frame
    let time = frame.sample.time
    guard time.isFinite else { return }
    let start = first ?? time
    first = start
    lastTime = max(lastTime, time)
    person.frames += 1
    let (pose, plain) = (pipeline.step(frame), article.step(frame))
    self.pose = pose
    if frame.attitude != nil { person.validFrames += 1 }
    countReferences(frame, at: time)

    if let truth = sample.truth?.attitude {
      self.truth = truth
    } else {
      // Without the truth, the displayed head is compared with the reference that the app stated.
      self.truth = frame.reference
      person.isAgainstTruth = false
    }
    if let truth, pose.isLive {
      measure(pose, plain, truth, at: time, since: time - start)
    } else {
      (lastError, restingSince) = (nil, nil)
    }
    followLag(pose, at: time)
    let detected = pose.isLive ? detector.step(pose.attitude, at: time) : nil
    if !pose.isLive { detector.reset() }
    if sample.observation.isIntentKnown { person.isIntentKnown = true }
    score.step(
      detected: detected, asked: sample.observation.gesture, isKnown: sample.observation.isIntentKnown, at: time)
  }

  /// The person's results.
  package mutating func finish() -> HeadPerson {
    score.match()
    person.gestures = score.tally
    person.lag = lag.lag
    if let first {
      let seconds = lastTime - first + 1 / rate
      // In a recording from another program the times may be arbitrary.
      person.seconds = seconds > 0 && seconds < 1e9 ? seconds : 0
      person.expectedFrames = Int((person.seconds * rate).rounded())
    }
    if let lastReference { person.references.span = lastReference.last - lastReference.first }
    return person
  }

  /// Counts references that are given after more than ten seconds without a reference.
  private mutating func countReferences(_ frame: HeadFrame, at time: Double) {
    guard frame.attitude != nil, frame.isForward || frame.reference != nil else { return }
    person.references.isAny = true
    if let last = lastReference, time - last.last > 10 { person.references.returns += 1 }
    lastReference = (lastReference?.first ?? time, time)
  }

  private mutating func measure(
    _ pose: HeadPose, _ plain: HeadPose, _ truth: UnitQuaternion, at time: Double, since start: Double
  ) {
    let error = pose.attitude * truth.inverse
    let angles = HeadAngles(error)
    let articleYaw = (plain.attitude * truth.inverse).headYaw.degrees
    person.errors.add(error, angles)
    if (60..<120).contains(start) { person.afterOneMinute.add(error, angles) }
    if (600..<660).contains(start) {
      person.afterTenMinutes.add(error, angles)
      person.articleYawAfterTenMinutes.add(abs(articleYaw))
    }
    person.yawCourse.add(angles.yaw.degrees, articleYaw, at: start)
    if let shown = pose.corners, let right = picture.corners(picture.map(truth)) {
      person.picture.add(shown.distance(to: right))
    }
    if let last = lastError, time > last.time, time - last.time < 1.5 / rate,
      last.truth.angle(to: truth) / (time - last.time) < Self.slow
    {
      let since = restingSince ?? time
      restingSince = since
      if time - since >= Self.rest {
        let step = last.error.angle(to: error).degrees
        person.jitterSquares.sum += step * step
        person.jitterSquares.count += 1
      }
    } else {
      restingSince = nil
    }
    lastError = (time, error, truth)
    keep(HeadPerson.Moment(time: start, truth: truth, shown: pose.attitude))
  }
  /// Keeps up to four moments with large turns, which make the clearest pictures; the time of each is more than 1.5
  /// times that of the one before.
  private mutating func keep(_ moment: HeadPerson.Moment) {
    guard moment.time >= nextMoment, moment.truth.angle > 12.0.radians else { return }
    if person.moments.count == 4 { person.moments.remove(at: 1) }
    person.moments.append(moment)
    nextMoment = moment.time * 1.5 + 5
  }

  private mutating func followLag(_ pose: HeadPose, at time: Double) {
    func angles(_ q: UnitQuaternion) -> Vector2 {
      let a = HeadAngles(q)
      return SIMD2(a.yaw.degrees, a.pitch.degrees)
    }
    lag.step(truth: truth.map(angles), pointer: pose.isLive ? angles(pose.attitude) : nil, at: time)
  }
}
