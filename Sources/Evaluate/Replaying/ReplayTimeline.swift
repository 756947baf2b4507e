/// Places the frames of a recording on one timeline, in seconds from the replay's beginning: the sums of the
/// differences of the frames' own times, without the longest pauses.
///
/// The times of several people may have one common clock or begin at 0 for each person, and their frames may alternate.
/// So each person's offset is chosen at that person's first frame: it is the offset of the frame before, if the
/// resulting time is not earlier than that frame's. Time never runs backwards. A pause longer than `longestPause` is
/// removed, since the times in a file of unknown origin may be years apart.
struct ReplayTimeline: Sendable {
  /// Longest pause, seconds.
  static let longestPause = 60.0
  private var offsets: [Int: Double] = [:]
  private var lastOffset = 0.0
  /// Time of the last frame.
  private(set) var seconds = 0.0

  init() {}

  /// Adds the next frame's time and returns its place on the timeline.
  mutating func place(_ time: Double, of participant: Int) -> Double {
    guard time.isFinite else { return seconds }
    let isFirst = offsets.isEmpty
    var offset = offsets[participant] ?? lastOffset
    let isNew = offsets[participant] == nil
    let step = time + offset - seconds
    if isFirst || (isNew && step < 0) || step > Self.longestPause || !step.isFinite { offset = seconds - time }
    offsets[participant] = offset
    lastOffset = offset
    seconds = max(seconds, time + offset)
    return seconds
  }
}
