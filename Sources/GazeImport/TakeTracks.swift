import GazeRecording

/// Tells the takes apart that one file's frames belong to, by their times alone.
///
/// Each take is a track whose time never runs back. A frame joins the track on which its step is a usual one, else the
/// one whose last frame is the nearest before it; it begins a new one if there is no such track, or where it jumps
/// ahead and the next frame jumps back again. A frame that is merely out of order begins a track too, but one of few
/// frames: whether tracks are takes is decided at the end, by their sizes.
struct TakeTracks: Sendable {
  struct Track: Sendable {
    var first: Double
    var last: Double
    var digest: UInt64?
    var frames = 1
    /// The latest step.
    var step = TakeTracks.jump
    var steps = StepTally()
  }

  /// More than so many takes are no takes but disorder.
  static let limit = 16
  fileprivate static let jump = 1.0

  private(set) var tracks: [Track] = []
  /// The track of the frame before: the next one goes there too if its step is a usual one there.
  private var current = 0
  /// Frames that found no track.
  private(set) var unplaced = 0

  /// The track of a frame, nil where it fits none and there are too many; `next` is the time of the frame behind it.
  mutating func place(_ time: Double, next: Double?, digest: UInt64?) -> Int? {
    // The same time twice on one track is a duplicate only if the frame is the same.
    let open = tracks.indices.filter { index in
      let track = tracks[index]
      return track.last < time || (track.last == time && (digest == nil || track.digest == digest))
    }
    // A usual step on a track decides: where the frame before went, else on the longest such track.
    let usual = open.filter { tracks[$0].frames > 1 && time - tracks[$0].last <= 2.5 * tracks[$0].step }
    let best =
      usual.contains(current)
      ? current
      : usual.max { tracks[$0].frames < tracks[$1].frames } ?? open.max { tracks[$0].last < tracks[$1].last }
    if let best {
      let step = time - tracks[best].last
      // Ahead of its neighbours on both sides: another take's frame, or one that is out of place.
      let isAhead = step > 2.5 * tracks[best].step && next.map { $0 < time && $0 >= tracks[best].last } ?? false
      if !isAhead || tracks.count == Self.limit {
        tracks[best].last = time
        tracks[best].steps.add(step)
        if step > 0 { tracks[best].step = min(step, Self.jump) }
        tracks[best].digest = digest
        tracks[best].frames += 1
        current = best
        return best
      }
    }
    guard tracks.count < Self.limit else {
      unplaced += 1
      return nil
    }
    tracks.append(Track(first: time, last: time, digest: digest))
    current = tracks.count - 1
    return current
  }

  /// Which tracks are takes, more than one or none: of at least ten frames, a fiftieth of all and about the same rate.
  ///
  /// Frames that are merely out of order are few or far apart on their track, or were displaced by hardly a step.
  func takes(largestStepBack: Double) -> [Int] {
    let total = tracks.reduce(unplaced) { $0 + $1.frames }
    let sizable = tracks.indices.filter { tracks[$0].frames >= max(10, total / 50) }
    guard let usual = sizable.compactMap({ tracks[$0].steps.median }).min() else { return [] }
    // A take has few gaps; frames displaced here and there lie far apart on their track, alone or a few at a time.
    let large = sizable.filter { index in
      let steps = tracks[index].steps
      return (steps.median ?? .infinity) <= 2.5 * usual && steps.above(2.5 * usual).count * 10 <= tracks[index].frames
    }
    guard largestStepBack == 0 || largestStepBack > 2 * usual else { return [] }
    let rest = total - large.reduce(0) { $0 + tracks[$1].frames }
    return large.count > 1 && rest * 20 <= total ? large : []
  }
}
