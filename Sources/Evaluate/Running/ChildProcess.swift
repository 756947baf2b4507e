package import PortableFoundation

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
