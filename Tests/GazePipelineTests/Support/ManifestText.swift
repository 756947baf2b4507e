import Foundation
import GazePipeline
import TestSupport

/// `Package.swift` parsed as text, because SwiftPM holds its lock while tests run and cannot be queried.
struct ManifestText {
  /// A product or target: a call such as `.target(name: …)`.
  struct Item {
    var kind: String
    var name: String
    var path: String?
    var targets: [String]
    var dependencies: [String]
  }

  private var all: [Item] = []

  init(_ manifest: String) {
    let text = manifest.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.range(of: "// ").map { String(line[..<$0.lowerBound]) } ?? String(line) }
      .joined(separator: "\n")
    let calls = /\.(library|executable|target|executableTarget|testTarget|systemLibrary)\(\s*name:\s*"([^"]+)"/
    let matches = text.matches(of: calls)
    for (index, match) in matches.enumerated() {
      let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : text.endIndex
      let body = text[match.range.upperBound..<end]
      all.append(
        Item(
          kind: String(match.1), name: String(match.2),
          path: body.firstMatch(of: /path:\s*"([^"]+)"/).map { String($0.1) },
          targets: Self.list(in: body, after: /targets:\s*\[/),
          dependencies: Self.list(in: body, after: /dependencies:\s*\[/)
        ))
    }
  }

  func items(of kinds: Set<String>) -> [Item] { all.filter { kinds.contains($0.kind) } }

  /// These targets and all their dependencies.
  func reachable(from targets: [String]) -> Set<String> {
    var (reached, pending) = (Set<String>(), targets)
    while let name = pending.popLast() {
      guard reached.insert(name).inserted else { continue }
      for item in all where item.name == name && item.kind.lowercased().hasSuffix("target") {
        pending += item.dependencies
      }
    }
    return reached
  }

  /// The first string of each element of a list, up to its closing bracket.
  private static func list(in body: Substring, after opening: Regex<Substring>) -> [String] {
    guard let start = body.firstMatch(of: opening)?.range.upperBound else { return [] }
    let content = body[start...].prefix { $0 != "]" }
    return content.replacing(/,\s*package:\s*"[^"]+"/, with: "").matches(of: /"([^"]+)"/).map { String($0.1) }
  }
}
