/// Puts the frames of a recording on one line of time, seconds from the replay's beginning: the differences of their own
/// times, without the longest pauses.
///
/// Several people's times may be of one clock or each begin at 0, and their frames may alternate: each person's offset is
/// chosen when their first frame comes, that of the frame before where this gives a time that is not earlier. Time never
/// runs back; a longer pause than `longestPause` is none, since a stranger's times may lie years apart.
package struct ReplayTimeline: Sendable {
  /// Seconds.
  static let longestPause = 60.0
  private var offsets: [Int: Double] = [:]
  private var lastOffset = 0.0
  /// Of the last frame.
  package private(set) var seconds = 0.0

  package init() {}

  /// Takes in the next frame's time and says where it lies.
  package mutating func place(_ time: Double, of participant: Int) -> Double {
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
