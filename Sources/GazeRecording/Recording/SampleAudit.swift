/// Contents and quality of the samples of a rig other than gaze. The properties' names are keys of the JSON that
/// `record-info` and `quality` print.
public struct SampleQuality: Sendable, Equatable, Codable {
  /// Completeness of a field.
  public struct Field: Sendable, Equatable, Codable {
    /// The field's key.
    public var key: String
    /// Number of known numbers / all numbers of the field in all samples, 0…1; nil without samples.
    @ExplicitNull public var known: Double?
  }

  /// People with at least one sample.
  public var people = 0
  /// Number of samples.
  public var frames = 0
  /// Time from each person's first sample to the last, summed over people.
  public var seconds = 0.0
  /// The median step between two samples of a person, seconds; nil if there are too few samples.
  @ExplicitNull public var interval: Double?
  /// Sample rate as the inverse of `interval`, Hz; nil if there are too few samples.
  @ExplicitNull public var rate: Double?
  /// Number of steps longer than one and a half times the median.
  public var gaps = 0
  /// Number of samples that would fill the gaps.
  public var missingFrames = 0
  /// The longest step, seconds.
  public var longestGapSeconds = 0.0
  /// The longest gaps, at most ten, longest first.
  public var longestGaps: [FrameQuality.Gap] = []
  /// Samples with the same time as the previous sample.
  public var sameTime = 0
  /// Samples with an earlier time than the person's previous sample.
  public var runsBack = 0
  /// Samples with a simulator's truth.
  public var truthFrames = 0
  /// The rig's fields in their order.
  public var fields: [Field] = []
}

/// Counts the contents of a rig's samples, one sample at a time. Memory use grows with the number of people, not with
/// the number of samples.
package struct SampleAudit<Sample: RigSample>: Sendable {
  private let layout = FieldLayout(Sample.self)
  private var times = TimeAudit()
  private var presentCounts: [Int]
  private var truths = 0

  package init() { presentCounts = [Int](repeating: 0, count: layout.slots.count) }

  /// Takes in a sample.
  package mutating func step(_ sample: Sample) {
    times.step(sample.time, participant: sample.participant)
    if sample.hasTruth { truths += 1 }
    layout.withRow(of: sample) { row in
      for (index, slot) in layout.slots.enumerated() { presentCounts[index] += slot.count - slot.unknownCount(row) }
    }
  }

  /// The counts so far that recordings of every rig have.
  package var common: FrameQuality {
    var common = FrameQuality()
    times.fill(&common)
    return common
  }

  /// The counts so far. Each property that `SampleQuality` shares with `FrameQuality` is copied here by hand: one that
  /// `TimeAudit.fill` gains and this leaves out stays 0, and nothing checks that.
  package func finish() -> SampleQuality {
    let common = common
    var result = SampleQuality()
    (result.people, result.frames, result.seconds) = (common.people, common.frames, common.seconds)
    (result.interval, result.rate) = (times.usualStep, common.rate)
    (result.gaps, result.missingFrames) = (common.gaps, common.missingFrames)
    (result.longestGapSeconds, result.longestGaps) = (common.longestGapSeconds, common.longestGaps)
    (result.sameTime, result.runsBack, result.truthFrames) = (common.sameTime, common.runsBack, truths)
    result.fields = zip(layout.fields, presentCounts).dropFirst(FieldLayout.firstField).map { field, known in
      let all = times.samples * field.count
      return SampleQuality.Field(key: field.key, known: all == 0 ? nil : Double(known) / Double(all))
    }
    return result
  }
}

/// Statistics of the times of a recording's samples, for any rig, of which `FrameAudit` and `SampleAudit` make the part
/// of their results that follows from times; memory use grows with the number of people.
struct TimeAudit {
  private struct Person {
    var first: Double
    var last: Double
    var latest: Double
  }

  /// Largest number of gaps that are kept; the comments of `longestGaps` state it.
  private static let kept = 10
  /// Usual steps from which a step is a gap, as the comments of `FrameQuality.Gap` and of `gaps` say (assumed).
  private static let gap = 1.5
  /// Smallest usual step of which a rate is made, seconds (assumed).
  static let leastStep = 1e-5

  private var persons: [Int: Person] = [:]
  private var steps = StepTally()
  /// The longest steps; whether they are gaps is decided once the usual step is known.
  private var longest: [FrameQuality.Gap] = []
  var samples = 0
  /// Number of samples with an earlier time than the person's previous sample.
  var runsBack = 0
  /// Number of samples with the same time as the previous sample.
  var sameTime = 0

  /// Takes in a sample's time.
  mutating func step(_ time: Double, participant: Int) {
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
  var people: Int { persons.count }
  /// The median step, seconds.
  var usualStep: Double? { steps.median }

  /// Time from each person's first sample to the last, summed over people.
  var seconds: Double {
    // Times in an untrusted file may be so far apart that their difference is not finite.
    persons.keys.sorted().reduce(0) { sum, number in
      guard let person = persons[number] else { return sum }
      return sum + min(max(person.latest - person.first, 0), 1e12)
    }
  }

  /// Fills in the numbers of `quality` that follow from times alone.
  func fill(_ quality: inout FrameQuality) {
    (quality.people, quality.frames, quality.seconds) = (people, samples, seconds)
    (quality.runsBack, quality.sameTime) = (runsBack, sameTime)
    quality.longestGapSeconds = longest.first?.seconds ?? 0
    guard let usual = steps.median, usual >= Self.leastStep else { return }
    quality.rate = (100 / usual).rounded() / 100
    let gaps = steps.above(Self.gap * usual)
    quality.gaps = gaps.count
    quality.missingFrames = Int(min(max((gaps.sum / usual).rounded() - Double(gaps.count), 0), 1e15))
    quality.longestGaps = longest.filter { $0.seconds > Self.gap * usual }
  }
}
