/// Statistics of the times of a recording's samples, for any rig; memory use grows with the number of people.
package struct TimeAudit: Sendable {
  private struct Person {
    var first: Double
    var last: Double
    var latest: Double
  }

  /// Largest number of gaps that are kept.
  private static let kept = 10

  private var persons: [Int: Person] = [:]
  private var steps = StepTally()
  /// The longest steps; whether they are gaps is decided once the usual step is known.
  private var longest: [FrameQuality.Gap] = []
  /// Number of samples.
  package private(set) var samples = 0
  /// Number of samples with an earlier time than the person's previous sample.
  package private(set) var runsBack = 0
  /// Number of samples with the same time as the previous sample.
  package private(set) var sameTime = 0

  package init() {}

  /// Takes in a sample's time.
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

  /// Time from each person's first sample to the last, summed over people.
  package var seconds: Double {
    // Times in an untrusted file may be so far apart that their difference is not finite.
    persons.keys.sorted().reduce(0) { sum, number in
      guard let person = persons[number] else { return sum }
      return sum + min(max(person.latest - person.first, 0), 1e12)
    }
  }

  /// Fills in the numbers of `quality` that follow from times alone.
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
