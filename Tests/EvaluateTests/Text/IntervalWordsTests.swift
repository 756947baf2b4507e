import Documents
import Foundation
import TestSupport
import Testing

@testable import Evaluate

@Suite struct IntervalWordsTests {
  @Test(
    "README and pages say in the same words what an interval is of",
    arguments: [
      "README.md", "docs/evaluation.md", "docs/glossary.md",
    ])
  func pages(_ page: String) throws {
    let text = try String(contentsOf: packageRoot.appending(path: page), encoding: .utf8)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(IntervalWords.sentence), "\(page)")
  }
}
