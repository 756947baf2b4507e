/// The last frames shown, so that a replay can be stepped back; memory is bounded, however long the replay is.
package struct ReplayTape<Element> {
  private let capacity: Int
  private var ring: [Element] = []
  /// Index of the oldest frame once the ring is full.
  private var oldest = 0
  /// Number of steps from the newest frame back to the shown one.
  private var stepsBack = 0

  package init(capacity: Int) { self.capacity = max(capacity, 1) }

  /// The shown frame; nil before the first.
  package var current: Element? { at(stepsBack) }

  /// True if the shown frame is the newest.
  package var isAtNewest: Bool { stepsBack == 0 }

  /// The frame after the shown one; nil if it has not been read yet.
  package var following: Element? { stepsBack > 0 ? at(stepsBack - 1) : nil }

  /// Adds the newest frame and shows it.
  package mutating func append(_ element: Element) {
    if ring.count < capacity {
      ring.append(element)
    } else {
      ring[oldest] = element
      oldest = (oldest + 1) % capacity
    }
    stepsBack = 0
  }

  /// Moves one step forward; does nothing at the newest frame.
  package mutating func forward() { stepsBack = max(stepsBack - 1, 0) }

  /// Moves one step back; false at the oldest frame that is kept.
  package mutating func back() -> Bool {
    guard stepsBack + 1 < ring.count else { return false }
    stepsBack += 1
    return true
  }

  package mutating func removeAll() {
    ring.removeAll(keepingCapacity: true)
    (oldest, stepsBack) = (0, 0)
  }

  private func at(_ stepsBack: Int) -> Element? {
    guard stepsBack < ring.count else { return nil }
    return ring[(oldest + ring.count - 1 - stepsBack) % ring.count]
  }
}
