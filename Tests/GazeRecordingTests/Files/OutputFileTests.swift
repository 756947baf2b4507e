import Foundation
import GazeRecording
import TestSupport
import Testing

struct OutputFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("A file appears with commit, complete, and nothing is left beside it")
  func commit() throws {
    var file = try OutputFile(path: scratch("a"))
    for i in 0..<50_000 { try file.write("\(i)\n") }
    try file.write([UInt8](repeating: 0x78, count: 200_000))
    try file.write("y")
    #expect(!scratch.names.contains("a"))
    try file.commit()
    let expected = (0..<50_000).map { "\($0)\n" }.joined() + String(repeating: "x", count: 200_000) + "y"
    #expect(try scratch.text(of: "a") == expected)
    #expect(scratch.names == ["a"])
  }

  @Test("Without commit nothing appears and nothing is left")
  func abandoned() throws {
    do {
      var file = try OutputFile(path: scratch("a"))
      try file.write(String(repeating: "x", count: 100_000))
      #expect(scratch.names.count == 1)
    }
    #expect(scratch.names.isEmpty)
  }

  @Test("Without force an existing file stays, even a late one; else it is replaced")
  func existing() throws {
    let path = try scratch.write("old", to: "a")
    #expect(message { _ = try OutputFile(path: path) } == "\(path): already exists; choose another name")
    try OutputFile.write(Data("new".utf8), to: path, force: true)
    #expect(try scratch.text(of: "a") == "new")
    let late = message {
      var file = try OutputFile(path: scratch("b"))
      try file.write("mine")
      _ = try scratch.write("theirs", to: "b")
      try file.commit()
    }
    #expect(late == "\(scratch("b")): already exists; choose another name")
    #expect(try scratch.text(of: "b") == "theirs")
    #expect(scratch.names == ["a", "b"])
  }

  @Test("An abandoned overwrite leaves the old file")
  func abandonedOverwrite() throws {
    let path = try scratch.write("old", to: "a")
    do {
      var file = try OutputFile(path: path, force: true)
      try file.write(String(repeating: "x", count: 100_000))
    }
    #expect(try scratch.text(of: "a") == "old")
    #expect(scratch.names == ["a"])
  }

  @Test("If no file can be created, the error states the path and the reason")
  func impossible() throws {
    let file = try scratch.write("", to: "file")
    let cases = [
      (scratch.path, "it is a folder; name a file"),
      (scratch.path + "/", "it is a folder; name a file"),
      (scratch("new/"), "it is a folder; name a file"),
      (scratch("no/a"), "there is no folder \"\(scratch.path)/no/\"; create it first"),
      (file + "/a", "a part of the path is not a folder"),
      (scratch(String(repeating: "n", count: 300)), "the name is too long"),
      ("", "expected a file name"),
      ("a\0b", "expected a file name"),
    ]
    for (path, reason) in cases {
      for force in [false, true] {
        let error = message { _ = try OutputFile(path: path, force: force) }
        #expect(error == "\(path): cannot write: \(reason)")
      }
    }
    #expect(scratch.names == ["file"])
  }

  @Test("A read-only folder is an error", .enabled(if: getuid() != 0, "root may write everywhere"))
  func readOnly() throws {
    chmod(scratch.path, 0o500)
    defer { chmod(scratch.path, 0o700) }
    let error = message { _ = try OutputFile(path: scratch("a")) }
    #expect(error == "\(scratch("a")): cannot write: permission denied")
  }

  @Test(
    "A full disk is an error", .enabled(if: access("/dev/full", W_OK) == 0, "no /dev/full here, as on a Mac"))
  func full() throws {
    let error = message {
      var file = try OutputFile(path: "/dev/full")
      try file.write("x")
      try file.commit()
    }
    #expect(error == "/dev/full: cannot write: the disk is full")
    #expect(access("/dev/full", W_OK) == 0)
  }

  @Test("A device is written to, not replaced; a link stays and its target is replaced")
  func special() throws {
    try OutputFile.write(Data("x".utf8), to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    _ = try scratch.write("old", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: scratch("link"), withDestinationPath: scratch("target"))
    try OutputFile.write(Data("new".utf8), to: scratch("link"), force: true)
    #expect(try scratch.text(of: "target") == "new")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: scratch("link"))) != nil)
  }

  @Test("A link to nothing is refused and stays")
  func danglingLink() throws {
    let (link, files) = (scratch("link"), FileManager.default)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    for force in [false, true] {
      let error = message { try OutputFile.write(Data("new".utf8), to: link, force: force) }
      #expect(
        error
          == "\(link): cannot write: it is a link to a file that does not exist; name that file, or remove the link")
    }
    #expect((try? files.destinationOfSymbolicLink(atPath: link)) == "nowhere")
    #expect(scratch.names == ["link"])
  }

  @Test(
    "A replacement keeps mode and owner, and is private before", arguments: [0o600, 0o644, 0o460])
  func mode(_ mode: Int) throws {
    let path = try scratch.write("old", to: "a")
    try #require(chmod(path, mode_t(mode)) == 0)
    let owner = uid_t(12_345)
    let mayGive = getuid() == 0 && chown(path, owner, gid_t(owner)) == 0
    var file = try OutputFile(path: path, force: true)
    try file.write("new")
    let part = try #require(scratch.names.first { $0.hasSuffix(".part") })
    #expect(try status(part).st_mode & 0o777 == 0o600)
    try file.commit()
    #expect(try scratch.text(of: "a") == "new")
    let status = try status("a")
    #expect(status.st_mode & 0o777 == mode_t(mode))
    #expect(!mayGive || (status.st_uid == owner && status.st_gid == gid_t(owner)))
    // Without force, the mode follows from the process's umask, and nobody else can read the file before.
    var new = try OutputFile(path: scratch("b"))
    try new.write("new")
    let newPart = try #require(scratch.names.first { $0.hasSuffix(".part") })
    #expect(try self.status(newPart).st_mode & 0o777 == 0o600)
    try new.commit()
    let mask = umask(0)
    umask(mask)
    #expect(try self.status("b").st_mode & 0o777 == 0o666 & ~mask)
  }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(scratch(name), &status) == 0)
    return status
  }

  @Test("A hundred files at once, more than the signal handler's table holds, all appear")
  func many() throws {
    let box = try (0..<100).map { try Box(OutputFile(path: scratch("\($0)"))) }
    for (i, box) in box.enumerated() {
      try box.file.write("\(i)")
      try box.file.commit()
    }
    #expect(scratch.names.count == 100)
    #expect(try scratch.text(of: "99") == "99")
  }

  private final class Box {
    var file: OutputFile
    init(_ file: consuming OutputFile) { self.file = file }
  }
}
