package import PortableFoundation

/// Runs `body` for 0…count−1 on up to `jobs` tasks and returns the results by index, so that the outcome depends
/// neither on the number of tasks nor on their order. After an error no further index begins; those that have begun are
/// finished, and the error of the smallest index is thrown: all smaller ones have begun, since they begin in order.
///
/// - Parameter progress: called with the number of results so far. Only this function counts, not the tasks, so that
///   the numbers increase.
package func mapInParallel<Result: Sendable>(
  count: Int, jobs: Int, progress: (Int) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  var results: [Result] = []
  results.reserveCapacity(count)
  try await eachInParallel(count: count, jobs: jobs, progress: progress, body) { results.append($0) }
  return results
}

/// Runs `body` like `mapInParallel`, and passes the results to `take` in the order of the index as soon as they and all
/// before them are there.
///
/// - Parameter ahead: number of indices by which `body` may be ahead of `take`, which bounds the results in memory.
func eachInParallel<Result: Sendable>(
  count: Int, jobs: Int, ahead: Int = .max, progress: (Int) -> Void = { _ in },
  _ body: @escaping @Sendable (Int) throws -> Result, take: (Result) throws -> Void
) async throws {
  var waiting: [Int: Result] = [:]
  var (done, taken) = (0, 0)
  var failure: (index: Int, error: any Error)?
  func fail(_ index: Int, _ error: any Error) {
    if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
  }
  await withTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
    var (next, running) = (0, 0)
    func begin() {
      while next < count, running < max(jobs, 1), next - taken < max(ahead, 1), failure == nil {
        let index = next
        group.addTask { (index, Swift.Result { try body(index) }) }
        next += 1
        running += 1
      }
    }
    begin()
    for await (index, outcome) in group {
      running -= 1
      switch outcome {
      case .success(let result):
        waiting[index] = result
        done += 1
        if failure == nil { progress(done) }
      case .failure(let error): fail(index, error)
      }
      while failure == nil, let result = waiting.removeValue(forKey: taken) {
        do { try take(result) } catch { fail(taken, error) }
        taken += 1
      }
      begin()
    }
  }
  if let failure { throw failure.error }
}

/// Starts other programs by `posix_spawn`.
package enum ChildProcess {
  /// Starts a program with the default action of every signal and with no signal blocked.
  ///
  /// - Parameters:
  ///   - arguments: the program's path, then its arguments.
  ///   - files: open files of this process, and the numbers that they have in the new one.
  ///   - hasGroup: true if the process becomes the first one of a new process group.
  ///   - pid: receives the number of the new process.
  /// - Returns: 0, or the number of the error.
  package static func start(
    _ arguments: [String], environment: [String: String], files: [(from: Int32, to: Int32)], hasGroup: Bool = false,
    _ pid: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for file in files { posix_spawn_file_actions_adddup2(&actions, file.from, file.to) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = hasGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(&attributes, group | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let (words, variables) = (copies(arguments), copies(environment.map { "\($0)=\($1)" }))
    defer { for text in words + variables { free(text) } }
    return posix_spawn(&pid, arguments[0], &actions, &attributes, words, variables)
  }

  /// Copies of texts for C, ended by nil.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}

/// Runs `body` while SIGPIPE is blocked, then consumes a pending SIGPIPE. A write to a pipe without a reader sends
/// this signal to the writing thread, and it would end gazesim. `errno` stays as `body` left it.
package func withoutBrokenPipe<Result>(_ body: () -> Result) -> Result {
  var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  guard pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0 else { return body() }
  let result = body()
  let code = errno
  sigemptyset(&pending)
  if sigismember(&before, SIGPIPE) == 0, sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 {
    var number: Int32 = 0
    _ = sigwait(&pipe, &number)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = code
  return result
}
