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
    /// Counts and times of scrolling.
    package static let scrolling = Parts(rawValue: 8)
    /// All other results: millimetres, eyes at rest, the pointer before smoothing, times after a step, and divisions by
    /// place, distance and tolerance.
    package static let details = Parts(rawValue: 16)

    /// Everything about the pointer.
    static let ofPointer: Parts = [.errors, .lag, .fixations, .details]
    /// Everything.
    package static let all: Parts = [.errors, .lag, .fixations, .scrolling, .details]
  }
}
