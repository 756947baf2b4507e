private import PortableFoundation

/// Collects the faults that the doctor finds while recordings are read, so that a command can report them.
package final class FoundFaults: Sendable {
  private let lock = Lock()
  // `found` is accessed only while the lock is held.
  private nonisolated(unsafe) var found: [RecordingFault] = []

  package init() {}

  /// The faults in the order of the recordings.
  package var all: [RecordingFault] {
    lock.lock()
    defer { lock.unlock() }
    return found
  }

  func add(_ faults: [RecordingFault]) {
    lock.lock()
    defer { lock.unlock() }
    found += faults
  }
}
