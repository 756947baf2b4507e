/// The last frames shown, so that a replay can be stepped back: memory stays flat however long it is.
package struct ReplayTape<Element> {
  private let capacity: Int
  private var ring: [Element] = []
  /// Where the oldest one stands once the ring is full.
  private var oldest = 0
  /// How many steps before the newest one.
  private var stepsBack = 0

  package init(capacity: Int) { self.capacity = max(capacity, 1) }

  /// The one that is shown, nil before the first.
  package var current: Element? { at(stepsBack) }

  /// Is the shown one the newest?
  package var isAtNewest: Bool { stepsBack == 0 }

  /// The one after the shown one, nil where that has yet to be read.
  package var following: Element? { stepsBack > 0 ? at(stepsBack - 1) : nil }

  /// Adds the newest one, which is shown then.
  package mutating func append(_ element: Element) {
    if ring.count < capacity {
      ring.append(element)
    } else {
      ring[oldest] = element
      oldest = (oldest + 1) % capacity
    }
    stepsBack = 0
  }

  /// One step forward; does nothing at the newest one.
  package mutating func forward() { stepsBack = max(stepsBack - 1, 0) }

  /// One step back; false at the oldest one that is kept.
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
