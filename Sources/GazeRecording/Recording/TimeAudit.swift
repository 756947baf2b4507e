/// How the times of a recording's samples follow one another, of whatever rig: memory grows with the number of people.
package struct TimeAudit: Sendable {
  private struct Person {
    var first: Double
    var last: Double
    var latest: Double
  }

  /// At most so many gaps are kept.
  private static let kept = 10

  private var persons: [Int: Person] = [:]
  private var steps = StepTally()
  /// The longest steps, to become gaps once the usual one is known.
  private var longest: [FrameQuality.Gap] = []
  /// Samples.
  package private(set) var samples = 0
  /// Samples before the person's last one.
  package private(set) var runsBack = 0
  /// Samples at the very time of the one before.
  package private(set) var sameTime = 0

  package init() {}

  /// Takes a sample's time in.
  package mutating func step(_ time: Double, participant: Int) {
    samples += 1
    guard var person = persons[participant] else {
      persons[participant] = Person(first: time, last: time, latest: time)
      return
    }
    step(from: person.last, to: time, participant)
    person.last = time
    person.latest = max(person.latest, time)
    person.first = min(person.first, time)
    persons[participant] = person
  }

  private mutating func step(from last: Double, to time: Double, _ participant: Int) {
    let step = time - last
    if step < 0 { runsBack += 1 }
    if step == 0 { sameTime += 1 }
    guard step > 0, step.isFinite else { return }
    steps.add(step)
    if longest.count == Self.kept, step <= longest[Self.kept - 1].seconds { return }
    let place = longest.firstIndex { $0.seconds < step } ?? longest.count
    longest.insert(FrameQuality.Gap(seconds: step, after: last, participant: participant), at: place)
    if longest.count > Self.kept { longest.removeLast() }
  }

  /// People with at least one sample.
  package var people: Int { persons.count }
  /// The median step, seconds.
  package var usualStep: Double? { steps.median }

  /// From each person's first sample to the last, added up.
  package var seconds: Double {
    // A stranger's times may be so far apart that their difference is not finite.
    persons.keys.sorted().reduce(0) { sum, number in
      guard let person = persons[number] else { return sum }
      return sum + min(max(person.latest - person.first, 0), 1e12)
    }
  }

  /// Writes over what is about times alone.
  package func fill(_ quality: inout FrameQuality) {
    (quality.people, quality.frames, quality.seconds) = (people, samples, seconds)
    (quality.runsBack, quality.sameTime) = (runsBack, sameTime)
    quality.longestGapSeconds = longest.first?.seconds ?? 0
    guard let usual = steps.median, usual >= 1e-5 else { return }
    quality.rate = (100 / usual).rounded() / 100
    let gaps = steps.above(1.5 * usual)
    quality.gaps = gaps.count
    quality.missingFrames = Int(min(max((gaps.sum / usual).rounded() - Double(gaps.count), 0), 1e15))
    quality.longestGaps = longest.filter { $0.seconds > 1.5 * usual }
  }
}
