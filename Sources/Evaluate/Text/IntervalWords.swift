/// The words in which help and pages say what an interval covers; a test compares them with the pages.
package enum IntervalWords {
  /// A sentence on everything that varies behind an interval, and on the rest, which is the same for everybody.
  package static let sentence =
    "An interval is over people, each with a face, a behaviour, a page and tracker noise of their own; device and "
    + "phone are the same for all of them."
}
