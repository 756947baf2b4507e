public import GazeRecording

/// What drives pipelines: a take's samples go through trials, and in a closed loop the first trial's output goes back.
@usableFromInline package enum Feed {
  /// What each person's trials come to in a take of several people, whose samples may alternate, by the people's numbers.
  ///
  /// - Parameters:
  ///   - number: whose sample it is; asked where the participant is another than the sample's before.
  ///   - trials: a person's trials at their start; asked at the person's first sample.
  ///   - watch: hears every sample with its person's number and what the trials made of it.
  @inlinable package static func people<T: Take & ~Copyable, Result>(
    _ take: inout T, number: (T.Sample) -> Int,
    trials make: (T.Sample, Int) -> [any Trial<T.Sample, T.Output, Result>],
    watching watch: ((T.Sample, Int, [T.Output]) -> Void)?
  ) throws(T.Failure) -> [(number: Int, results: [Result])] {
    var others: [Int: [any Trial<T.Sample, T.Output, Result>]] = [:]
    // The last sample's person is kept at hand: nearly always the next one is of the same.
    var trials: [any Trial<T.Sample, T.Output, Result>] = []
    var (participant, person) = (Int?.none, 0)
    let isClosed = take.isClosed
    while let sample = try take.next() {
      if participant != sample.participant {
        if participant != nil { others[person] = trials }
        (participant, person) = (sample.participant, number(sample))
        trials = others.removeValue(forKey: person) ?? make(sample, person)
      }
      if let watch {
        let outputs = trials.indices.map { trials[$0].step(sample) }
        watch(sample, person, outputs)
        if isClosed, let first = outputs.first { take.obey(first) }
      } else if isClosed, !trials.isEmpty {
        take.obey(trials[0].step(sample))
      } else {
        for index in trials.indices { _ = trials[index].step(sample) }
      }
    }
    if participant != nil { others[person] = trials }
    return others.sorted { $0.key < $1.key }.map { ($0.key, finished($0.value)) }
  }

  /// What the trials of a take of one person come to.
  @inlinable package static func results<T: Take, Result>(
    _ take: inout T, _ trials: [any Trial<T.Sample, T.Output, Result>],
    watching watch: ((T.Sample, [T.Output]) -> Void)? = nil
  ) throws(T.Failure) -> [Result] {
    let people = try people(
      &take, number: { _ in 0 }, trials: { _, _ in trials },
      watching: watch.map { watch in { sample, _, outputs in watch(sample, outputs) } })
    // A take without samples has begun no trial.
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
