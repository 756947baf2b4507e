import Foundation
import GazePipeline
import TestSupport

struct SwiftFile {
  let path: String
  let text: String
  /// The modules named by `import` lines.
  let imports: [String]

  private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

  init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    imports = text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" && $0 != "/" && $0 != "." }
      guard let place = words.firstIndex(of: "import"),
        words[..<place].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains(String($0)) })
      else { return nil }
      let named = words[words.index(after: place)...].first { !Self.kinds.contains(String($0)) }
      return named.map { String($0.prefix { $0 != "." }) }
    }
  }

  var name: String { URL(filePath: path).lastPathComponent }
}
