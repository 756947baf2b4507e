import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct FileErrorTests {
  @Test("the middle of a path that is longer than 1,024 bytes is left out")
  func longPath() {
    func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    let long = "begin\(letters(1014))end"
    for (path, shown) in [
      ("a/b.json", "a/b.json"), (long + "ab", long + "ab"),
      (long + "abc", "begin\(letters(507))…\(letters(506))endabc"),
    ] {
      #expect("\(FileError(path: path, line: 2, message: "is odd"))" == "\(shown):2: is odd")
    }
  }
}
