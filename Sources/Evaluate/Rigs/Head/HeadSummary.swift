import GazeMetrics
import GazePipeline
import GazeTesting

/// Sums over the people of the head rig for whom the sensor works.
package struct HeadSummary: PeopleSummary {
  /// The size of the yaw error over time, summed over people whose courses have stretches of the same length.
  struct YawCourses: Sendable {
    var people = 0
    /// By stretch, the number of people with samples in it, and the sums of the errors' sizes, degrees.
    var stretches: [(people: Int, own: Double, article: Double)] = []
    /// Largest number of times that a reference returned.
    var returns = 0
    /// True if the references reveal yaw drift for somebody.
    var showsDrift = false
  }

  /// Mean error of one axis, its 95th percentile, and its means in the second and the eleventh minute, degrees.
  struct AxisMeans: Sendable {
    var (all, p95, afterOneMinute, afterTenMinutes) = (Mean(), Mean(), Mean(), Mean())
  }

  /// The axes' names.
  static let axes = ["whole turn", "yaw", "pitch", "roll"]

  /// Number of people whose samples hold an attitude.
  private(set) var working = 0
  /// Number of these for whom no reference reveals yaw drift.
  private(set) var withoutDrift = 0
  /// Number of these without any reference.
  private(set) var withoutReference = 0
  /// True if the truth is unknown for one of these.
  private(set) var lacksTruth = false
  /// Mean yaw error in the eleventh minute, of those who have one, degrees.
  private(set) var yawAfterTenMinutes: [Double] = []
  /// The same error of the article's pipeline.
  private(set) var articleYawAfterTenMinutes: [Double] = []
  /// Number of people with an error of the attitude; only these are drawn.
  private(set) var drawn = 0
  /// Moments of the person of whom most were kept.
  private(set) var moments: (participant: Int, all: [HeadPerson.Moment]) = (0, [])
  /// Courses of the yaw error, by the length of a stretch, seconds.
  private(set) var yawCourses: [Double: YawCourses] = [:]
  /// Means over people by axis.
  private(set) var byAxis = [AxisMeans](repeating: AxisMeans(), count: axes.count)

  /// A summary of nobody.
  package init() {}

  /// Adds the next person.
  package mutating func add(_ person: PersonMeasurement<HeadPerson>) {
    let result = person.person(.all)
    guard !result.isFailing else { return }
    if result.validFrames > 0 {
      working += 1
      if !result.references.showsDrift { withoutDrift += 1 }
      if !result.references.isAny { withoutReference += 1 }
      lacksTruth = lacksTruth || !result.isAgainstTruth
      if let yaw = result.afterTenMinutes.yaw.mean { yawAfterTenMinutes.append(yaw) }
      if let yaw = result.articleYawAfterTenMinutes.mean { articleYawAfterTenMinutes.append(yaw) }
    }
    guard result.errors.orientation.count > 0 else { return }
    drawn += 1
    if result.moments.count > moments.all.count { moments = (result.participant, result.moments) }
    yawCourses[result.yawCourse.length, default: YawCourses()].add(result)
    for axis in Self.axes.indices {
      byAxis[axis].all.add(result.errors.byAxis[axis].mean)
      byAxis[axis].p95.add(result.errors.byAxis[axis].p95)
      byAxis[axis].afterOneMinute.add(result.afterOneMinute.byAxis[axis].mean)
      byAxis[axis].afterTenMinutes.add(result.afterTenMinutes.byAxis[axis].mean)
    }
  }
}

extension HeadPerson.Errors {
  /// The errors in the order of `HeadSummary.axes`.
  fileprivate var byAxis: [ErrorSummary] { [orientation, yaw, pitch, roll] }
}

extension HeadSummary.YawCourses {
  fileprivate mutating func add(_ person: HeadPerson) {
    people += 1
    returns = max(returns, person.references.returns)
    showsDrift = showsDrift || person.references.showsDrift
    for (index, stretch) in person.yawCourse.stretches.enumerated() {
      if stretches.count <= index { stretches.append((0, 0, 0)) }
      guard stretch.count > 0 else { continue }
      stretches[index].people += 1
      stretches[index].own += abs(stretch.own)
      stretches[index].article += abs(stretch.article)
    }
  }
}

/// Signed yaw error over time, of a pipeline and of the article's pipeline, averaged over at most 96 stretches of time;
/// when all are full, the length of a stretch doubles.
struct HeadYawCourse: Sendable, Equatable, Codable {
  /// Mean yaw errors over one stretch of time.
  struct Stretch: Sendable, Equatable, Codable {
    /// Number of samples.
    var count = 0
    /// Mean yaw error of the judged pipeline, degrees.
    var own = 0.0
    /// Mean yaw error of the article's pipeline, degrees.
    var article = 0.0

    mutating func add(_ own: Double, _ article: Double, weight: Int = 1) {
      guard weight > 0 else { return }
      count += weight
      let share = Double(weight) / Double(count)
      self.own += (own - self.own) * share
      self.article += (article - self.article) * share
    }
  }

  private static let most = 96

  /// Length of a stretch, seconds.
  private(set) var length = 2.0
  /// Stretches from the start; those without samples are gaps.
  private(set) var stretches: [Stretch] = []

  /// Takes in the two errors, degrees, at a time since the start.
  mutating func add(_ own: Double, _ article: Double, at time: Double) {
    guard time >= 0, time < 1e7, own.isFinite, article.isFinite else { return }
    while time / length >= Double(Self.most) { halve() }
    let index = Int(time / length)
    while stretches.count <= index { stretches.append(Stretch()) }
    stretches[index].add(own, article)
  }

  private mutating func halve() {
    length *= 2
    stretches = stride(from: 0, to: stretches.count, by: 2).map { i in
      var both = stretches[i]
      if i + 1 < stretches.count {
        let next = stretches[i + 1]
        both.add(next.own, next.article, weight: next.count)
      }
      return both
    }
  }
}

extension HeadYawCourse: CheckedContent {
  var contentFault: ContentFault? {
    guard length >= 2, length < 1e9 else {
      return ContentFault("length", "is \(length); expected 2 or more seconds")
    }
    guard stretches.count <= Self.most else {
      return ContentFault("stretches", "has \(stretches.count) elements; expected at most \(Self.most)")
    }
    return nil
  }
}
