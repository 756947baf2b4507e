import PortableFoundation
import Testing

@Suite struct LockTests {
  /// A number that many tasks change under a lock.
  private final class Counter: @unchecked Sendable {
    let lock = Lock()
    var value = 0
  }

  @Test("one thread at a time holds the lock")
  func counts() async {
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<2000 { counter.lock.withLock { counter.value += 1 } } }
      }
    }
    #expect(counter.lock.withLock { counter.value } == 16_000)
  }

  @Test("an error of the body releases the lock")
  func releases() {
    struct Fault: Error {}
    let lock = Lock()
    #expect(throws: Fault.self) { try lock.withLock { throw Fault() } }
    lock.lock()
    lock.unlock()
  }
}
