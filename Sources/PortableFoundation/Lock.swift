#if canImport(FoundationEssentials)
  /// A lock that one thread holds at a time, in place of Foundation's `NSLock`, which FoundationEssentials lacks.
  /// `Mutex` of the standard library needs macOS 15 or iOS 18.
  public final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    /// A lock that nobody holds.
    public init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    /// Waits until nobody holds the lock, and takes it.
    public func lock() { pthread_mutex_lock(mutex) }

    /// Releases the lock.
    public func unlock() { pthread_mutex_unlock(mutex) }

    /// Runs the body while no other thread holds the lock.
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
      lock()
      defer { unlock() }
      return try body()
    }
  }
#else
  /// A lock that one thread holds at a time.
  public typealias Lock = NSLock
#endif
