/// What the samples of a rig other than gaze hold.
public struct SampleQuality: Sendable, Equatable, Codable {
  /// How much of a field is known.
  public struct Field: Sendable, Equatable, Codable {
    /// Its key.
    public var key: String
    /// Known numbers / all its numbers in all samples, 0…1; nil without samples.
    @ExplicitNull public var known: Double?
  }

  /// People with at least one sample.
  public var people = 0
  /// Samples.
  public var frames = 0
  /// From each person's first sample to the last, added up.
  public var seconds = 0.0
  /// The median step between two samples of a person, seconds; nil where there are too few.
  @ExplicitNull public var interval: Double?
  /// One over it, Hz; nil where there are too few samples.
  @ExplicitNull public var rate: Double?
  /// Steps of more than one and a half of the median.
  public var gaps = 0
  /// Samples that would fill them.
  public var missingFrames = 0
  /// The longest step, seconds.
  public var longestGapSeconds = 0.0
  /// The longest gaps, at most ten, longest first.
  public var longestGaps: [FrameQuality.Gap] = []
  /// Samples at the very time of the one before.
  public var sameTime = 0
  /// Samples before the person's last one.
  public var runsBack = 0
  /// Samples with what only a simulator knows.
  public var truthFrames = 0
  /// The rig's fields in their order.
  public var fields: [Field] = []
}

/// Counts what a rig's samples hold, one at a time: memory grows with the number of people, not of samples.
package struct SampleAudit<Sample: RigSample>: Sendable {
  private let layout = FieldLayout(Sample.self)
  private var times = TimeAudit()
  private var known: [Int]
  private var truths = 0

  package init() { known = [Int](repeating: 0, count: layout.slots.count) }

  /// Takes a sample in.
  package mutating func step(_ sample: Sample) {
    times.step(sample.time, participant: sample.participant)
    if sample.hasTruth { truths += 1 }
    layout.withRow(of: sample) { row in
      for (index, slot) in layout.slots.enumerated() { known[index] += slot.count - slot.unknownCount(row) }
    }
  }

  /// What was counted so far.
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
