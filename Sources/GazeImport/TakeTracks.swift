import GazePipeline
import GazeRecording

/// Identifies the frames of one person in one of the file's takes.
struct TakeKey: Hashable, Comparable {
  var participant: Int
  var take: Int

  static func < (a: TakeKey, b: TakeKey) -> Bool { (a.participant, a.take) < (b.participant, b.take) }
}

/// Separates the takes in one file, by the times of its frames alone.
///
/// Each take is a track whose time never runs backwards. A frame joins a track on which its time step has the usual
/// size, else the track whose last frame is the nearest one before it. A frame begins a new track if no track fits, or
/// if its time jumps ahead and the next frame's time jumps back again. A frame that is merely out of order also begins
/// a track, but this track stays short: the sizes of the tracks decide at the end which of them are takes.
struct TakeTracks {
  struct Track {
    var first: Double
    var last: Double
    var digest: UInt64?
    var frames = 1
    /// The last step.
    var step = TakeTracks.jump
    var steps = StepTally()
  }

  /// Maximum number of takes; more tracks mean that frames are out of order.
  static let limit = 16
  /// Largest step that counts as usual, seconds.
  fileprivate static let jump = 1.0
  /// Number of the one track of frames whose takes are not separated; tracks themselves count from 0.
  static let whole = -1

  var tracks: [Track] = []
  /// Track of the previous frame; the next frame joins this track if the time step has the usual size.
  private var current = 0
  /// Number of frames that fit no track.
  var unplaced = 0

  /// Returns the index of a frame's track; nil if the frame fits no track and there are already `limit` tracks. `next`
  /// is the file's next frame.
  mutating func place(_ frame: ImportedFrame, next: ImportedFrame?) -> Int? {
    let (time, digest) = (frame.time, frame.digest)
    let upcoming = next.flatMap { $0.key == frame.key ? $0.time : nil }
    // A time may occur twice on a track only if the second frame is a duplicate of the first.
    let open = tracks.indices.filter { index in
      let track = tracks[index]
      return track.last < time || (track.last == time && (digest == nil || track.digest == digest))
    }
    // Tracks with a step of the usual size come first: the track of the frame before, else the longest such track.
    let usual = open.filter { tracks[$0].frames > 1 && time - tracks[$0].last <= 2.5 * tracks[$0].step }
    let best =
      usual.contains(current)
      ? current
      : usual.max { tracks[$0].frames < tracks[$1].frames } ?? open.max { tracks[$0].last < tracks[$1].last }
    if let best {
      let step = time - tracks[best].last
      // A frame later than both of its neighbours belongs to another take or is out of order.
      let isAhead = step > 2.5 * tracks[best].step && upcoming.map { $0 < time && $0 >= tracks[best].last } ?? false
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

  /// Returns the tracks that are takes; empty unless there are two or more. A take has at least ten frames and a
  /// fiftieth of all frames, and all takes have about the same rate.
  ///
  /// A track of frames that are merely out of order is not a take: its frames are few, or far apart, or displaced by at
  /// most two steps.
  func takes(largestStepBack: Double) -> [Int] {
    let total = tracks.reduce(unplaced) { $0 + $1.frames }
    let sizable = tracks.indices.filter { tracks[$0].frames >= max(10, total / 50) }
    guard let usual = sizable.compactMap({ tracks[$0].steps.median }).min() else { return [] }
    // A take has few gaps; displaced frames are far apart on their track, alone or a few at a time.
    let large = sizable.filter { index in
      let steps = tracks[index].steps
      return (steps.median ?? .infinity) <= 2.5 * usual && steps.above(2.5 * usual).count * 10 <= tracks[index].frames
    }
    guard largestStepBack == 0 || largestStepBack > 2 * usual else { return [] }
    let rest = total - large.reduce(0) { $0 + tracks[$1].frames }
    return large.count > 1 && rest * 20 <= total ? large : []
  }
}

/// Sorts frames by time within a window, so that memory use is constant: a heap of the latest frames, the earliest
/// first.
///
/// A frame may be at most `window` frames late; frames with the same time keep their order.
struct FrameOrder {
  /// Number of frames that are held back: 4.5 minutes at 60 Hz, about 15 MB.
  static let window = 16_384

  private struct Item {
    var frame: ImportedFrame
    var sequence: Int

    func isBefore(_ other: Item) -> Bool { (frame.time, sequence) < (other.frame.time, other.sequence) }
  }

  private var heap: [Item] = []
  private var count = 0

  /// Adds a frame; returns the earliest one once the window is full.
  mutating func push(_ frame: ImportedFrame) -> ImportedFrame? {
    heap.append(Item(frame: frame, sequence: count))
    count += 1
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return heap.count > Self.window ? pop() : nil
  }

  /// Removes and returns the earliest remaining frame.
  mutating func pop() -> ImportedFrame? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last.frame }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return first.frame }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
