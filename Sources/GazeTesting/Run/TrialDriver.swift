import GazePipeline
public import GazeRecording

/// One pipeline on one person's samples, one sample at a time, and its result. Memory use does not depend on the take's
/// length.
@usableFromInline package protocol Trial<Sample, Output, Result> {
  /// A recorded sample.
  associatedtype Sample: RigSample
  /// The pipeline's output for a sample.
  associatedtype Output
  /// The result of the trial.
  associatedtype Result

  /// Takes in a sample and returns the pipeline's output.
  mutating func step(_ sample: Sample) -> Output
  /// Takes in a sample and returns the pipeline's output; all trials on the sample are given the same view.
  mutating func step(_ sample: Sample, sharing view: inout CachedEyeView) -> Output
  /// Returns the result.
  mutating func finish() -> Result
}

extension Trial {
  /// Calls `step(_:)`, since only a trial that measures a pointer needs the view.
  @usableFromInline package mutating func step(_ sample: Sample, sharing view: inout CachedEyeView) -> Output {
    step(sample)
  }
}

extension PersonTrial: Trial {}

/// The driver of pipelines: it passes a take's samples to trials, and in a closed loop returns the first trial's output
/// to the take.
@usableFromInline package enum TrialDriver {
  /// Results of each person's trials in a take of several people, whose samples may alternate, ordered by the people's
  /// numbers.
  ///
  /// - Parameters:
  ///   - number: returns the person's number for a sample; called when the participant differs from the previous
  ///     sample's.
  ///   - trials: makes a person's trials; called at the person's first sample.
  ///   - watch: receives every sample with its person's number and the trials' outputs.
  @inlinable package static func people<T: Take & ~Copyable, Result>(
    _ take: inout T, number: (T.Sample) -> Int,
    trials make: (T.Sample, Int) -> [any Trial<T.Sample, T.Output, Result>],
    watching watch: ((T.Sample, Int, [T.Output]) -> Void)?
  ) throws(T.Failure) -> [(number: Int, results: [Result])] {
    var others: [Int: [any Trial<T.Sample, T.Output, Result>]] = [:]
    // The trials of the last sample's person are kept at hand, because the next sample nearly always belongs to the
    // same person.
    var trials: [any Trial<T.Sample, T.Output, Result>] = []
    var (participant, person) = (Int?.none, 0)
    let isClosed = take.isClosed
    guard var sample = try take.next() else { return [] }
    var view = CachedEyeView()
    repeat {
      if participant != sample.participant {
        if participant != nil { others[person] = trials }
        (participant, person) = (sample.participant, number(sample))
        trials = others.removeValue(forKey: person) ?? make(sample, person)
      }
      view.renew()
      if let watch {
        let outputs = trials.indices.map { trials[$0].step(sample, sharing: &view) }
        watch(sample, person, outputs)
        if isClosed, let first = outputs.first { take.apply(first, to: &sample) }
      } else if isClosed, !trials.isEmpty {
        take.apply(trials[0].step(sample, sharing: &view), to: &sample)
      } else {
        for index in trials.indices { _ = trials[index].step(sample, sharing: &view) }
      }
    } while try take.advance(&sample)
    if participant != nil { others[person] = trials }
    return others.sorted { $0.key < $1.key }.map { ($0.key, finished($0.value)) }
  }

  /// Results of the trials in a take of one person.
  @inlinable package static func results<T: Take, Result>(
    _ take: inout T, _ trials: [any Trial<T.Sample, T.Output, Result>],
    watching watch: ((T.Sample, [T.Output]) -> Void)? = nil
  ) throws(T.Failure) -> [Result] {
    let people = try people(
      &take, number: { _ in 0 }, trials: { _, _ in trials },
      watching: watch.map { watch in { sample, _, outputs in watch(sample, outputs) } })
    // In a take without samples no trial has begun.
    return people.first?.results ?? finished(trials)
  }

  @usableFromInline static func finished<Sample, Output, Result>(
    _ trials: [any Trial<Sample, Output, Result>]
  ) -> [Result] {
    trials.map { trial in
      var trial = trial
      return trial.finish()
    }
  }
}
