import GazeRecording

/// Counts from one pass over a foreign file, made before anything is written.
struct ImportSurvey {
  /// Frames of one person in one of the file's takes.
  struct Sequence {
    var tracks = TakeTracks()
    var earliest = Double.infinity
    /// Largest step back, seconds.
    fileprivate var largestBack = 0.0
    fileprivate var last: (time: Double, digest: UInt64?)?

    /// Tracks that are takes of their own; empty if there is only one take.
    var takes: [Int] { tracks.takes(largestStepBack: largestBack) }
  }

  var audit = FrameAudit()
  var sequences: [TakeKey: Sequence] = [:]
  var facts = ImportFacts()
  var frames = 0
  /// Frames with an angle beyond the range of eyes or heads; the value is the angle.
  var wide = Occurrences()
  /// Frames with an angle.
  var angled = 0
  /// Steps back in time; the value is the step in seconds.
  var back = Occurrences()
  /// Frames that have the time of the frame before: `same` counts frames with equal poses, `clashes` frames with other
  /// poses.
  var same = Occurrences(), clashes = Occurrences()
  /// The takes after the file's first one.
  var laterTakes = Occurrences()

  /// Reads a source to its end.
  init(_ source: inout any ImportSource & ~Copyable) throws(FileError) {
    var pending = try source.next()
    while let frame = pending {
      pending = try source.next()
      step(frame, next: pending)
    }
    facts = source.facts
  }

  private mutating func step(_ frame: ImportedFrame, next: ImportedFrame?) {
    frames += 1
    audit.step(frame.observation)
    if frame.eyeAngle != nil || frame.headAngle != nil {
      angled += 1
      let (eye, head) = (frame.eyeAngle ?? 0, frame.headAngle ?? 0)
      // A head's angle may be counted from 0, so it may be a whole turn, plus one per cent for rounding.
      if eye > .pi / 2 || head > 2 * .pi * 1.01 { wide.add(line: frame.line, value: eye > .pi / 2 ? eye : head) }
    }
    if frame.take > laterTakes.count {
      laterTakes.add(line: frame.line)
      // A take without frames counts, too.
      laterTakes.count = frame.take
    }
    let (time, digest) = (frame.time, frame.digest)
    // Removed meanwhile, so that it is changed in place.
    var sequence = sequences.removeValue(forKey: frame.key) ?? Sequence()
    sequence.earliest = min(sequence.earliest, time)
    if let last = sequence.last {
      if time < last.time {
        back.add(line: frame.line, value: last.time - time)
        sequence.largestBack = max(sequence.largestBack, last.time - time)
      } else if time == last.time {
        if digest == last.digest { same.add(line: frame.line) } else { clashes.add(line: frame.line) }
      }
    }
    sequence.last = (time, digest)
    _ = sequence.tracks.place(frame, next: next)
    sequences[frame.key] = sequence
  }
}
