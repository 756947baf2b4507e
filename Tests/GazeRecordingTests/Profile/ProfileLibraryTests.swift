import Foundation
import GazeRecording
import TestSupport
import Testing

struct ProfileLibraryTests {
  private func profile(_ id: String, name: String) throws -> DeviceProfile {
    let text = profileJSON.replacingOccurrences(of: "x-1", with: id).replacingOccurrences(
      of: "\"X\"", with: "\"\(name)\"")
    return try DeviceProfile(json: Data(text.utf8), path: "p.json")
  }

  private func json(_ profile: DeviceProfile) throws -> String {
    String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
  }

  @Test("A file overrides the folder, the folder the built-in ones, in place")
  func order() throws {
    let scratch = try ScratchFolder()
    let builtIn = [try profile("a", name: "built in"), try profile("b", name: "built in")]
    _ = try scratch.write(try json(profile("a", name: "folder")), to: "1.json")
    _ = try scratch.write(try json(profile("c", name: "folder")), to: "2.json")
    _ = try scratch.write("not a profile", to: "notes.txt")
    let folder = scratch.path
    let other = try ScratchFolder()
    let file = try other.write(try json(profile("c", name: "file")), to: "any.json")
    let library = try ProfileLibrary(builtIn, folder: folder, file: file)
    #expect(library.profiles.map(\.id) == ["a", "b", "c"])
    #expect(library.profiles.map(\.name) == ["folder", "built in", "file"])
    #expect(try ProfileLibrary(builtIn, folder: scratch("none")).profiles == builtIn)
  }

  @Test("Embedded profiles behave as decoded ones, and one that is no profile is left out")
  func embedded() throws {
    let builtIn = [try profile("a", name: "built in"), try profile("b", name: "built in")]
    let scratch = try ScratchFolder()
    let file = try scratch.write(try json(profile("b", name: "file")), to: "b.json")
    let embedded = try builtIn.map { ProfileLibrary.Embedded(id: $0.id, json: Array(try json($0).utf8)) }
    let library = try ProfileLibrary(embedded: embedded + [.init(id: "c", json: [])], file: file)
    let decoded = try ProfileLibrary(builtIn, file: file)
    #expect(library.profiles == decoded.profiles && library.summaries == decoded.summaries)
    #expect(library.summaries == decoded.profiles.map { DeviceSummary($0) })
    #expect(try library.profile(id: "a") == builtIn[0])
    #expect(library.profile(modelIdentifier: "X1,1") == builtIn[0])
    #expect(message { _ = try library.profile(id: "c") }?.contains("unknown device \"c\"") == true)
  }

  @Test("The error for an unknown device names similar ones; a model identifier finds its profile")
  func lookup() throws {
    let library = try ProfileLibrary([try profile("iphone12mini", name: "m")])
    #expect(try library.profile(id: "iphone12mini").name == "m")
    let error = message { _ = try library.profile(id: "iphone12min") }
    #expect(error == #"unknown device "iphone12min": did you mean "iphone12mini"?"#)
    #expect(library.profile(modelIdentifier: "X1,1")?.id == "iphone12mini")
    #expect(library.profile(modelIdentifier: "X1,2") == nil)
  }

  @Test("Errors name a broken file, a repeated identifier and a folder that is a file")
  func faults() throws {
    let scratch = try ScratchFolder()
    let text = try json(profile("a", name: "n"))
    _ = try scratch.write(text, to: "1.json")
    let second = try scratch.write(text, to: "2.json")
    #expect(
      message { _ = try ProfileLibrary([], folder: scratch.path) }
        == #"\#(second): field "id": "a" is also in 1.json; remove one of them"#)
    _ = try scratch.write("{", to: "2.json")
    #expect(
      message { _ = try ProfileLibrary([], folder: scratch.path) }?.hasPrefix(second + ":1: is not valid JSON") == true)
    #expect(message { _ = try ProfileLibrary([], folder: second) }?.contains("expected a folder of profiles") == true)
    #expect(message { _ = try ProfileLibrary([], file: scratch("no")) }?.contains("no such file") == true)
  }
}
