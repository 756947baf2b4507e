import GazePipeline
import GazeRecording

/// Sorts frames by time within a window, so that memory use is constant: a heap of the latest frames, the earliest
/// first.
///
/// A frame may be at most `window` frames late; frames with the same time keep their order.
struct FrameOrder {
  /// Number of frames that are held back: 4.5 minutes at 60 Hz, about 15 MB.
  static let window = 16_384

  struct Item {
    var frame: ImportedFrame
    var sequence: Int

    func isBefore(_ other: Item) -> Bool {
      let (a, b) = (frame.observation.frame.time, other.frame.observation.frame.time)
      return a < b || (a == b && sequence < other.sequence)
    }
  }

  private let window: Int
  private var heap: [Item] = []
  private var count = 0

  init(window: Int = FrameOrder.window) { self.window = window }

  /// Adds a frame; returns the earliest one once the window is full.
  mutating func push(_ frame: ImportedFrame) -> ImportedFrame? {
    heap.append(Item(frame: frame, sequence: count))
    count += 1
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return heap.count > window ? pop() : nil
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
