package import PortableFoundation

/// A file that appears complete or not at all: it is written beside its target and renamed by `commit()`.
///
/// Without `commit()`, after an error, or when the process is interrupted, the temporary file is removed and the target
/// stays as it was. A file that a killed process left is removed by the next process that writes into the folder
/// (`LeftoverFiles`). With `force` the new file gets the old one's mode and, if the system allows it, its owner; until
/// the new file has that mode, no other user can read it.
///
/// A file that the command reads (`InputFiles`) is never written. `-` is standard output. A target that is not a
/// regular file (`/dev/null`, a pipe) is written to directly; a link whose target does not exist is refused. A path
/// that ends in `.gz` is compressed. Nothing is synced, so the content after a power failure depends on the file
/// system.
package struct OutputFile: ~Copyable {
  /// The target as the user named it.
  package let path: String
  private let force: Bool
  /// The target with symbolic links resolved.
  private let target: String
  /// Temporary file beside the target; nil if the target is written to directly.
  private let temporary: String?
  /// Entry of the temporary file in the table of `InterruptedFiles`; nil if it has none.
  private let place: Int?
  private var descriptor: Int32
  private var deflater: GzipDeflater?
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Opens a temporary file beside `path`.
  ///
  /// - Throws: if the target exists and `force` is false, if it is a folder, or if its folder is missing or not
  ///   writable.
  package init(path: String, force: Bool = false) throws(FileError) {
    let opened = try Self.opened(path, force: force)
    self.path = path
    self.force = force
    (target, temporary, place, descriptor) = opened
    deflater = path.lowercased().hasSuffix(".gz") ? GzipDeflater() : nil
    buffer.reserveCapacity(Self.bufferSize)
  }

  deinit {
    guard descriptor >= 0 else { return }
    if temporary != nil || descriptor != STDOUT_FILENO { close(descriptor) }
    if let temporary { unlink(temporary) }
    if let place { InterruptedFiles.remove(place) }
  }

  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    guard bytes.count < Self.bufferSize else { return try send(bytes) }
    buffer.append(contentsOf: bytes)
  }

  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withBytes { bytes throws(FileError) in try write(bytes) }
  }

  /// Appends text as UTF-8.
  package mutating func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Moves the temporary file to the target; nothing may be written afterwards.
  ///
  /// - Throws: if the disk is full, or if the target was created in the meantime and `force` is false.
  package mutating func commit() throws(FileError) {
    guard descriptor >= 0 else { return }
    _ = try finish()
    guard let temporary else {
      if descriptor != STDOUT_FILENO { close(descriptor) }
      descriptor = -1
      return
    }
    Self.setAccess(of: target, descriptor)
    // `close` may be the call that reports a full disk; the descriptor is invalid either way.
    let closed = close(descriptor)
    let closeError = errno
    descriptor = -1
    defer { if let place { InterruptedFiles.remove(place) } }
    do throws(FileError) {
      guard closed == 0 else { throw .system(closeError, "write", path: path) }
      guard force || access(target, F_OK) != 0 else { throw Self.exists(path) }
      guard rename(temporary, target) == 0 else { throw .system(errno, "write", path: path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// True if the output is a regular file, which can be read back and whose beginning can be rewritten; false for a
  /// pipe or a device.
  var isRegular: Bool { temporary != nil }

  /// Overwrites the beginning of a file that is not compressed.
  mutating func overwrite(_ bytes: [UInt8]) throws(FileError) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno, "write", path: path) }
    try bytes.withBytes { bytes throws(FileError) in try Self.send(bytes, to: descriptor, path) }
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .system(errno, "write", path: path) }
  }

  /// Writes the remaining bytes, including the end of compressed data. Returns the path at which the bytes are until
  /// `commit()`; nil for a pipe or a device. Nothing may be written afterwards.
  package mutating func finish() throws(FileError) -> String? {
    try flush()
    if deflater != nil {
      try deflate(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
      deflater = nil
    }
    return temporary
  }

  package static func write(_ data: Data, to path: String, force: Bool = false) throws(FileError) {
    var file = try OutputFile(path: path, force: force)
    try file.write([UInt8](data))
    try file.commit()
  }

  private mutating func flush() throws(FileError) {
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    try bytes.withBytes { bytes throws(FileError) in try send(bytes) }
  }

  private mutating func send(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard descriptor >= 0 else { throw FileError(path: path, message: "cannot write: the file is finished") }
    if deflater != nil { try deflate(bytes, isLast: false) } else { try Self.send(bytes, to: descriptor, path) }
  }

  private mutating func deflate(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(FileError) {
    let (descriptor, path) = (descriptor, path)
    let isDone = try deflater?.deflate(bytes, isLast: isLast) { compressed throws(FileError) in
      try Self.send(compressed, to: descriptor, path)
    }
    guard isDone == true else { throw FileError(path: path, message: "cannot write: zlib is out of memory") }
  }

  private static func send(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(FileError) {
    let (sent, code) = written(bytes, to: descriptor)
    guard sent == bytes.count else { throw .system(code, "write", path: path) }
  }

  /// Writes as much as possible; returns the number of bytes written, and the system's error if some bytes were not
  /// written.
  static func written(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (sent: Int, code: Int32) {
    var sent = 0
    while sent < bytes.count, let start = bytes.baseAddress {
      let count = PortableFoundation.write(descriptor, start + sent, bytes.count - sent)
      let code = errno
      if count > 0 { sent += count }
      if count == 0 { return (sent, EIO) }
      if count < 0, code != EINTR { return (sent, code) }
    }
    return (sent, 0)
  }

  /// An opened target and the descriptor for its bytes.
  private typealias Opened = (target: String, temporary: String?, place: Int?, descriptor: Int32)

  private static func opened(_ path: String, force: Bool) throws(FileError) -> Opened {
    if path == "-" { return (path, nil, nil, STDOUT_FILENO) }
    let target = try resolve(path)
    try InputFiles.check(target, path: path)
    guard try isSpecial(path, target: target, force: force) else {
      return try openTemporary(beside: target, path: path)
    }
    let descriptor = open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "write", path: path) }
    return (target, nil, nil, descriptor)
  }

  /// Opens a temporary file. No other user may read it: it may hold a person's data, and may stay if the process is
  /// killed.
  private static func openTemporary(beside target: String, path: String) throws(FileError) -> Opened {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    LeftoverFiles.remove(in: folder)
    while true {
      let name = folder + LeftoverFiles.name()
      // The name is registered before the file exists, because a signal may come at any moment, and removing a file
      // that does not exist does no harm.
      let place = InterruptedFiles.add(name)
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      let code = errno
      if descriptor >= 0, LeftoverFiles.claim(descriptor) { return (target, name, place, descriptor) }
      if descriptor >= 0 { close(descriptor) }
      if let place { InterruptedFiles.remove(place) }
      // The name is in use, or another process removed the file as a leftover before it was claimed.
      if descriptor >= 0 || code == EEXIST { continue }
      guard code == ENOENT else { throw .system(code, "write", path: path) }
      let missing = folder.isEmpty ? "." : folder
      throw FileError(path: path, message: "cannot write: there is no folder \"\(missing)\"; create it first")
    }
  }

  /// Rights that the process gives new files, by its umask at the first output.
  private static let newFileMode: mode_t = {
    // The umask can only be read by setting it.
    let mask = umask(0o077)
    umask(mask)
    return 0o666 & ~mask
  }()

  /// Gives a file the owner, group and mode of the regular file that it will replace, as far as the system allows it,
  /// or else the mode of a new file. If the group cannot be kept, the new group gets no rights.
  private static func setAccess(of target: String, _ descriptor: Int32) {
    var (old, new) = (stat(), stat())
    guard stat(target, &old) == 0, old.st_mode & S_IFMT == S_IFREG, fstat(descriptor, &new) == 0 else {
      _ = fchmod(descriptor, newFileMode)
      return
    }
    var mode = old.st_mode & 0o777
    let isOwn = old.st_uid == new.st_uid && old.st_gid == new.st_gid
    if !isOwn, fchown(descriptor, old.st_uid, old.st_gid) != 0, old.st_gid != new.st_gid,
      fchown(descriptor, new.st_uid, old.st_gid) != 0
    {
      mode &= ~0o070
    }
    _ = fchmod(descriptor, mode)
  }

  /// The path with symbolic links resolved, so that a link stays and its target is replaced.
  private static func resolve(_ path: String) throws(FileError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(path: path, message: "cannot write: expected a file name")
    }
    guard let resolved = realpath(path, nil) else {
      let code = errno
      if code == ENAMETOOLONG, let target = followed(path) { return target }
      guard code == ENOENT else { throw .system(code, "write", path: path) }
      var status = stat()
      guard lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK else {
        throw FileError(
          path: path,
          message: "cannot write: it is a link to a file that does not exist; name that file, or remove the link")
      }
      return path
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path with the links at its end followed, not made absolute: the working folder may be deeper than the longest
  /// path. Nil if the path itself is too long, or ends at a link that cannot be followed.
  private static func followed(_ path: String) -> String? {
    var path = path
    for _ in 0..<40 {
      var status = stat()
      guard lstat(path, &status) == 0 else { return errno == ENOENT ? path : nil }
      guard status.st_mode & S_IFMT == S_IFLNK else { return path }
      // A link to nothing stays a link; `resolve` refuses one in a shorter folder by name.
      guard stat(path, &status) == 0 else { return nil }
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink(path, &bytes, Int(PATH_MAX)) > 0 else { return nil }
      let link = bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      path = link.hasPrefix("/") ? link : (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + link
    }
    return nil
  }

  /// True for a device or a pipe, false for a regular file, which is replaced, and for a target that does not exist.
  private static func isSpecial(_ path: String, target: String, force: Bool) throws(FileError) -> Bool {
    var status = stat()
    guard stat(target, &status) == 0 else {
      let code = errno
      if code == ENOENT, path.hasSuffix("/") { throw .system(EISDIR, "write", path: path) }
      if code == ENOENT { return false }
      throw .system(code, "write", path: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .system(EISDIR, "write", path: path)
    case S_IFREG:
      guard force else { throw exists(path) }
      return false
    default: return true
    }
  }

  private static func exists(_ path: String) -> FileError {
    FileError(
      path: path,
      message: "already exists" + Wording.of(command: "; --force overwrites it", app: "; choose another name"))
  }
}
