import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

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
