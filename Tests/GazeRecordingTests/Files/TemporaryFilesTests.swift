import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct InterruptedFilesTests {
  /// The address of a signal's handler: 0 is the system's default.
  private func handler(_ number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }

  @Test("files that are registered at the same time have entries of their own")
  func entries() async {
    let places = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<32 { group.addTask { InterruptedFiles.add("/nowhere/\(number)") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for case let place? in places { InterruptedFiles.remove(place) }
    // Other tests of this process have some of the entries.
    let own = places.compactMap { $0 }
    #expect(own.count > 16 && Set(own).count == own.count)
  }

  @Test("a process that writes a recording keeps its own handling of SIGINT, SIGTERM and SIGHUP")
  func noHandler() throws {
    let scratch = try ScratchFolder()
    let header = RecordingHeader.take(device: "iPhone13,1", points: SIMD2(375, 812))
    let before = [SIGINT, SIGTERM, SIGHUP].map(handler)
    var writer = try RecordingWriter(path: scratch("a.jsonl"), header: header)
    #expect([SIGINT, SIGTERM, SIGHUP].map(handler) == before, "while it writes")
    try writer.close()
    InterruptedFiles.setLine(open: true)
    InterruptedFiles.setLine(open: false)
    #expect([SIGINT, SIGTERM, SIGHUP].map(handler) == before, "afterwards")
    // Other tests of this process write files, too, and none of them calls `handleSignals()`.
    #expect(before == [0, 0, 0])
  }
}

struct LeftoverFilesTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Removes leftovers in a subfolder, as the first file that is written there does.
  private func written(_ prepare: (_ folder: String) throws -> Void) throws -> Set<String> {
    let folder = scratch(UUID().uuidString)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try prepare(folder)
    try OutputFile.write(Data("x".utf8), to: folder + "/new")
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder)).subtracting(["new"])
  }

  private func make(_ path: String, age: TimeInterval = 0) throws {
    try Data("gaze".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
  }

  @Test("A file that no process holds is removed, once per folder")
  func holders() throws {
    let name = LeftoverFiles.name()
    #expect(try written { try make("\($0)/\(name)") } == [])
    var held: Int32 = -1
    defer { close(held) }
    let left = try written { folder in
      try make("\(folder)/\(name)")
      held = open("\(folder)/\(name)", O_RDONLY)
      #expect(LeftoverFiles.claim(held))
    }
    #expect(left == [name])
  }

  @Test("Claiming a file that was removed before returns false")
  func raced() throws {
    let path = scratch(LeftoverFiles.name())
    try make(path)
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    unlink(path)
    #expect(!LeftoverFiles.claim(descriptor))
  }

  @Test("Another host's file goes after a day without a change")
  func otherHosts() throws {
    let other = ".gazesim-0123abcd-12-34.part"
    #expect(LeftoverFiles.isOwnHost(other) == false && LeftoverFiles.isOwnHost(LeftoverFiles.name()) == true)
    #expect(try written { try make("\($0)/\(other)", age: 3600) } == [other])
    #expect(try written { try make("\($0)/\(other)", age: 90_000) } == [])
  }

  @Test("Nothing else is removed: other names, links, pipes, folders, files with a second name")
  func others() throws {
    let names = [
      ".gazesim-1-2.part", ".gazesim-0123abcd-12-34.partx", "gazesim-0123abcd-12-34.part", ".gazesim-x.part",
    ]
    #expect(try written { folder in for name in names { try make("\(folder)/\(name)", age: 90_000) } } == Set(names))
    let own = (0..<4).map { _ in LeftoverFiles.name() }
    let left = try written { folder in
      try make("\(folder)/kept")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(own[0])", withDestinationPath: "kept")
      #expect(mkfifo("\(folder)/\(own[1])", 0o600) == 0)
      try FileManager.default.createDirectory(atPath: "\(folder)/\(own[2])", withIntermediateDirectories: false)
      try make("\(folder)/\(own[3])")
      #expect(link("\(folder)/\(own[3])", "\(folder)/second") == 0)
    }
    #expect(left == Set(own + ["kept", "second"]))
  }
}
