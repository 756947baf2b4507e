/// Tells the takes apart that one file's frames belong to, by their times alone.
///
/// Each take is a track whose time never runs back. A frame joins the track whose last frame is the nearest before it; it
/// begins a new one where there is none, or where it jumps ahead by more than a second and the next frame jumps back again
/// (another take's frame in between). A frame that is merely out of order begins a track too, but one of few frames: whether
/// tracks are takes is decided at the end, by their sizes.
struct TakeTracks: Sendable {
  struct Track: Sendable {
    var first: Double
    var last: Double
    var digest: UInt64?
    var frames = 1
    var steps = StepTally()
  }

  /// More than so many takes are no takes but disorder.
  static let limit = 16
  private static let jump = 1.0

  private(set) var tracks: [Track] = []
  /// Frames that found no track.
  private(set) var unplaced = 0

  /// The track of a frame, nil where it fits none and there are too many; `next` is the time of the frame behind it.
  mutating func place(_ time: Double, next: Double?, digest: UInt64?) -> Int? {
    // The same time twice on one track is a duplicate only if the frame is the same.
    let open = tracks.indices.filter { index in
      let track = tracks[index]
      return track.last < time || (track.last == time && (digest == nil || track.digest == digest))
    }
    if let best = open.max(by: { tracks[$0].last < tracks[$1].last }) {
      let turnsBack = next.map { $0 < time && $0 >= tracks[best].last } ?? false
      if time - tracks[best].last <= Self.jump || !turnsBack || tracks.count == Self.limit {
        tracks[best].steps.add(time - tracks[best].last)
        tracks[best].last = time
        tracks[best].digest = digest
        tracks[best].frames += 1
        return best
      }
    }
    guard tracks.count < Self.limit else {
      unplaced += 1
      return nil
    }
    tracks.append(Track(first: time, last: time, digest: digest))
    return tracks.count - 1
  }

  /// Which tracks are takes, more than one or none: of at least ten frames, a fiftieth of all and about the same rate.
  ///
  /// Frames that are merely out of order are few or far apart on their track, or were displaced by hardly a step.
  func takes(largestStepBack: Double) -> [Int] {
    let total = tracks.reduce(unplaced) { $0 + $1.frames }
    let sizable = tracks.indices.filter { tracks[$0].frames >= max(10, total / 50) }
    guard let usual = sizable.compactMap({ tracks[$0].steps.median }).min() else { return [] }
    let large = sizable.filter { tracks[$0].steps.median ?? .infinity <= 2.5 * usual }
    guard largestStepBack == 0 || largestStepBack > 2 * usual else { return [] }
    let rest = total - large.reduce(0) { $0 + tracks[$1].frames }
    return large.count > 1 && rest * 20 <= total ? large : []
  }
}
