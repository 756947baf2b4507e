import PortableFoundation

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
