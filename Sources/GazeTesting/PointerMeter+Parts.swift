extension PointerMeter {
  /// Parts of a person's results. What nothing shows need not be measured: a comparison of twenty pipelines reads a
  /// few numbers of each. The parts that are left out stay empty.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Distances from the pointer to its reference in points and degrees, over all samples.
    package static let errors = Parts(rawValue: 1)
    /// Delay behind the true gaze.
    package static let lag = Parts(rawValue: 2)
    /// Means over fixations on targets, such as jitter.
    package static let fixations = Parts(rawValue: 4)
    /// All other results of the pointer: millimetres, eyes at rest, the pointer before smoothing, times after a step,
    /// and divisions by place and distance.
    package static let details = Parts(rawValue: 8)
    /// Counts and times of scrolling.
    package static let scrolling = Parts(rawValue: 16)
    /// Counts of scrolling by tolerance.
    package static let tolerances = Parts(rawValue: 32)

    /// Errors of a pointer that never moves.
    package static let resting = Parts(rawValue: 64)

    /// Everything about the pointer.
    package static let ofPointer: Parts = [.errors, .lag, .fixations, .details, .resting]
    /// Everything about scrolling.
    package static let ofScrolling: Parts = [.scrolling, .tolerances]
    /// Everything.
    package static let all: Parts = [.ofPointer, .ofScrolling]
  }
}
