import Foundation
import TestSupport
import Testing

@testable import GazeRecording

struct InputFilesTests {
  @Test("an input is refused as an output, under any name, with or without force")
  func refused() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (file, link, hard) = (folder + "/a", folder + "/link", folder + "/hard")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
    try FileManager.default.linkItem(atPath: file, toPath: hard)
    for input in [file, link, hard] {
      for output in [file, link, hard, folder + "/./a"] {
        for force in [false, true] {
          let text = InputFiles.$paths.withValue([folder + "/none", input]) { () -> String in
            do {
              _ = try OutputFile(path: output, force: force)
              return "none"
            } catch {
              return "\(error)"
            }
          }
          #expect(text == "-o \(output): is also the input \(input); choose another name")
        }
      }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    // Other files, devices and missing inputs are not refused.
    try InputFiles.$paths.withValue([file, "/dev/null", "-"]) {
      _ = try OutputFile(path: folder + "/b")
      _ = try OutputFile(path: "/dev/null")
      _ = try OutputFile(path: "-")
    }
    // Every file of an input folder is an input; a new file beside them is not.
    for (input, output) in [(folder, hard), (folder + "/", link)] {
      InputFiles.$paths.withValue([input]) {
        let text = message { _ = try OutputFile(path: output, force: true) }
        #expect(text?.hasPrefix("-o \(output): is also the input \(folder)/a") == true, "\(text ?? "none")")
      }
    }
    try InputFiles.$paths.withValue([folder]) { _ = try OutputFile(path: folder + "/new") }
    #expect(InputFiles.areSame(link, hard) && !InputFiles.areSame(file, folder) && InputFiles.areSame("x", "x"))
  }
}
