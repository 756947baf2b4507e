/// Contents and quality of the samples of a rig other than gaze.
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
  private var known: [Int]
  private var truths = 0

  package init() { known = [Int](repeating: 0, count: layout.slots.count) }

  /// Takes in a sample.
  package mutating func step(_ sample: Sample) {
    times.step(sample.time, participant: sample.participant)
    if sample.hasTruth { truths += 1 }
    layout.withRow(of: sample) { row in
      for (index, slot) in layout.slots.enumerated() { known[index] += slot.count - slot.unknownCount(row) }
    }
  }

  /// The counts so far.
  package func finish() -> SampleQuality {
    var common = FrameQuality()
    times.fill(&common)
    var result = SampleQuality()
    (result.people, result.frames, result.seconds) = (common.people, common.frames, common.seconds)
    (result.interval, result.rate) = (times.usualStep, common.rate)
    (result.gaps, result.missingFrames) = (common.gaps, common.missingFrames)
    (result.longestGapSeconds, result.longestGaps) = (common.longestGapSeconds, common.longestGaps)
    (result.sameTime, result.runsBack, result.truthFrames) = (common.sameTime, common.runsBack, truths)
    result.fields = zip(layout.fields, known).dropFirst(FieldLayout.firstField).map { field, known in
      let all = times.samples * field.count
      return SampleQuality.Field(key: field.key, known: all == 0 ? nil : Double(known) / Double(all))
    }
    return result
  }
}
